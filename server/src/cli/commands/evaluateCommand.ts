import { t } from '../../core/t.js';
import { returnTypes } from '../../core/evaluation/values/values.js';
import { askedUser, userOptions } from '../evaluate/askedUser.js';
import { batch } from '../evaluate/batch.js';
import type { Command } from '../command.js';
import type { EvaluateOptions } from '../evaluate/evaluate.js';
import { evaluateFile } from '../evaluate/evaluate.js';
import { evaluationFormats } from '../evaluate/evaluationReports.js';
import type { Values } from '../options.js';
import { Mistake, rangeMistake, oneOf, oneOfOrNone, onlyFile, sdks } from '../options.js';

export const evaluateCommand: Command = {
  usages: () => ['FILE --user ada --attribute city=Paris', '--batch'],
  words: () => [t('Shows what a user gets from a file, and why.')],
  options: ['batch', ...userOptions, 'bucket', 'return-type', 'sdk', 'format'],
  formats: evaluationFormats,
  exitCodes: () => ({
    0: t("The user's value is known."),
    1: t("The user's value is unknown, or the file does not reach users."),
    2: t('The toggle could not be evaluated.'),
  }),
  run: (values, places, world) => {
    if (values.batch !== true) return evaluateFile(optionsOf(values, places), world);
    if (places.length === 0 && Object.keys(values).length === 1) return batch(world);
    throw new Mistake(t('--batch cannot be combined with a file: it reads one line of JSON for each evaluation.'));
  },
};

function optionsOf(values: Values, places: readonly string[]): EvaluateOptions {
  const { bucket } = values;
  return {
    file: onlyFile('evaluate', places),
    format: oneOf('format', values.format, evaluationFormats),
    returnType: oneOfOrNone('return-type', values['return-type'], returnTypes),
    evaluator: oneOfOrNone('sdk', values.sdk, sdks) ?? 'official',
    bucket: bucket === undefined ? undefined : bucketOf(bucket),
    ...askedUser(values),
  };
}

function bucketOf(bucket: string): number {
  if (/^\d{1,4}$/.test(bucket)) return Number(bucket);
  throw rangeMistake(9999, 'bucket', bucket);
}
