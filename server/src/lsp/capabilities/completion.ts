import { completion, triggerCharacters } from '../../core/features/completion.js';
import { subjectsIn, togglesBeside } from '../../core/targeting/otherToggles.js';
import type { Capability } from '../session.js';
import { completionEditor } from '../settings.js';

export const completionProvider: Capability = (session) => {
  const { connection, client, workspace, services, beside, settings, locale, now, offsetMinutes, answer } = session;
  const editor = completionEditor(client.textDocument?.completion);
  connection.onCompletion(
    answer([], async (open, { position, context }) =>
      completion(open, position, {
        editor,
        now: { seconds: now() / 1_000, offsetMinutes: offsetMinutes() },
        trigger: context?.triggerCharacter,
        subjects: (type) => subjectsIn(workspace.toggles, type),
        toggles: () => togglesBeside(workspace.toggles, open.uri),
        services: await services.seen(open.uri),
        beside: beside.of(open.uri),
        schemaIsKnown: settings.now.editorReports.config && open.kind !== 'targeting',
        locale,
      }),
    ),
  );
  return { completionProvider: { triggerCharacters } };
};
