/** Tests the questions that the editor asks about a push if the environment requires approval. */
import { expect, test, vi } from 'vitest';
import { decide } from '../../client/src/questions/pushQuestion.js';
import { online, patch, startTrial } from '../service/trial.js';
import { contentOf } from '../support/targeting.js';
import { memoryOf, pushFrom, targetAt } from './pushTrial.js';

const asked = vi.hoisted((): string[] => []);
vi.mock('vscode', () => ({
  l10n: { t: (text: string, ...values: unknown[]) => text.replace(/\{(\d)\}/g, (_, at: number) => String(values[at])) },
  workspace: { getConfiguration: () => ({ get: (_: string, value: unknown) => value }) },
  window: {
    showWarningMessage: (text: string, _: unknown, ...items: readonly { readonly title: string }[]) => {
      asked.push(text);
      return Promise.resolve(items.find(({ title }) => title.startsWith('Push Without Approval')));
    },
    showInputBox: ({ title }: { readonly title: string }) => {
      asked.push(`${title} Type the name.`);
      return Promise.resolve(undefined);
    },
  },
}));

test('Disabling a protected toggle without approval also asks for the name of the environment', async () => {
  const service = await startTrial();
  await patch(service, online, { disabled: false });
  const place = { environment: 'online', environmentKey: 'online', api: 'featureprobe', protected: true } as const;
  const result = await pushFrom({
    ...{ target: targetAt(service.url, place), token: 'api-full', memory: memoryOf() },
    body: () => JSON.stringify({ disabled: true, content: contentOf() }),
    person: { decide, reconcile: () => Promise.resolve('push') },
  });
  expect(result.kind).toBe('abandoned');
  expect(asked).toEqual([
    'online requires approval. Submit T to rob?',
    'Push T to online without approval?',
    'Push T to online? Type the name.',
  ]);
});
