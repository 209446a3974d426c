/** The colleague of the demo: after the first push of a toggle, rob changes it, too, as anyone with a token can. */
import { setTimeout } from 'node:timers/promises';
import { ask } from './contract/ask.js';
import type { Service } from './service.js';

const path = '/api/projects/My_Project/environments/dev/toggles/checkout/targeting';
const token = 'api-demo-colleague';

export class Colleague {
  #isAwake = false;

  /** @param pauseMs lets the person see the result of their push first */
  constructor(private readonly pauseMs = 3_000) {}

  /** @param line of the service's log */
  hear(line: string, service: Service): void {
    if (this.#isAwake || !line.startsWith(`PATCH ${path} 200`)) return;
    this.#isAwake = true;
    // The demo may end in the meantime.
    this.#change(service).catch(() => undefined);
  }

  /** Lets one more customer in. The rule keeps its name, which tests and people rely on. */
  async #change(service: Service): Promise<void> {
    await setTimeout(this.pauseMs);
    const { disabled, content } = service.targeting('My_Project', 'dev', 'checkout');
    const [first, ...others] = content.rules ?? [];
    const [condition, ...more] = first?.conditions ?? [];
    if (first === undefined || condition === undefined) return;
    const objects = [...(condition.objects ?? []), '1002'];
    const rules = [{ ...first, conditions: [{ ...condition, objects }, ...more] }, ...others];
    const body = { comment: 'One more customer', disabled, content: { ...content, rules } };
    await ask(service.url + path, token, { method: 'PATCH', body });
  }
}
