/**
 * value-misfit: the value of a variation that does not read as the toggle's return type says, where the service was asked for
 * it. The file alone does not say the type: then mixed-values guesses.
 */
import { asObject } from '../json/plain.js';
import { isBooleanValue, isNumberBeyondDouble, isNumberValue, jsonValue } from '../targeting/returnValues.js';
import { messages } from './catalogue.js';
import type { Fix } from './problem.js';
import { closestOf } from './propertyNames.js';
import type { FileCheck, FileFinding } from './check.js';

export const valueMisfit: FileCheck<'variations' | 'services'> = ({ variations = [], services }) => {
  const returnType = services.find((service) => service.returnType !== undefined)?.returnType;
  return variations.flatMap((variation, index): readonly FileFinding[] => {
    const value = asObject(variation)?.['value'];
    const misfit = typeof value === 'string' ? misfitOf(value, returnType) : undefined;
    return misfit === undefined ? [] : [{ code: 'value-misfit', of: 'variations', index, path: ['value'], ...misfit }];
  });
};

function misfitOf(value: string, returnType: string | undefined): Pick<FileFinding, 'message' | 'fixes'> | undefined {
  const { misfit } = messages;
  switch (returnType) {
    case 'number': {
      if (isNumberBeyondDouble(value)) return { message: misfit.range(value) };
      const trimmed = value.trim();
      const meant = isNumberValue(trimmed) ? trimmed : undefined;
      return isNumberValue(value) ? undefined : { message: misfit.number(value), fixes: replacement(meant) };
    }
    case 'json':
      return jsonValue(value) === 'unreadable' ? { message: misfit.json(value) } : undefined;
    case 'boolean': {
      const meant = closestOf(value, ['true', 'false']);
      return isBooleanValue(value) ? undefined : { message: misfit.boolean(value), fixes: replacement(meant) };
    }
    default:
      return undefined;
  }
}

function replacement(value: string | undefined): readonly Fix[] {
  return value === undefined ? [] : [{ kind: 'replace-value', json: JSON.stringify(value) }];
}
