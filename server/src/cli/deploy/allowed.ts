import type { Service } from '../../service/http/service.js';
import type { ReadyBody, TargetedFile } from './files.js';
import type { Seen } from './lookAt.js';

/** One push that may be sent. */
export interface Allowed {
  readonly file: TargetedFile;
  readonly ready: ReadyBody;
  readonly seen: Extract<Seen, { kind: 'push' }>;
  readonly service: Service;
}
