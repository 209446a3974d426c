/** How one of many files reaches its service: with the others, it waits where that throttles. */
import type { Patience } from '../service/patience.js';
import type { Service } from '../service/service.js';
import { serviceOf } from '../service/service.js';
import type { Addressed } from './planned.js';
import type { ManyPorts } from './ports.js';

export interface Connection {
  readonly ports: ManyPorts;
  readonly patience: Patience;
  readonly token: string;
}

export function patientService({ ports, patience, token }: Connection, { target, url }: Addressed): Service {
  return serviceOf(target, url, (method, address, body) =>
    patience.send(address, () => ports.request({ method, url: address, token, body, api: target.api })),
  );
}
