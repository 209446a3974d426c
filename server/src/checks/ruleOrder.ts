/** unconditional-rule: a rule without conditions matches everybody, so the rules below it are never tried (service.md B). */
import { messages } from './catalogue.js';
import type { FileCheck } from './check.js';

export const ruleOrder: FileCheck<'rules'> = ({ rules }) => {
  const index = rules.findIndex(({ unconditional }) => unconditional !== undefined);
  const dead = rules.length - index - 1;
  if (index === -1 || dead === 0) return [];
  const message = messages.unconditionalRule(dead);
  const path = [rules[index]?.unconditional ?? 'conditions'];
  return [{ code: 'unconditional-rule', of: 'rules', index, path, atKey: true, message }];
};
