import { completion, triggerCharacters } from '../../core/features/completion.js';
import { subjectsIn, otherTogglesOf } from '../../core/targeting/otherToggles.js';
import type { Capability } from '../session.js';
import { completionEditor } from '../settings.js';
import { foldersNear } from '../../workspace/code/codeFiles.js';

export const completionProvider: Capability = (session) => {
  const {
    connection,
    client,
    disk,
    project,
    services,
    settings,
    codeIndex,
    serving,
    locale,
    now,
    offsetMinutes,
    answer,
  } = session;
  const editor = completionEditor(client.textDocument?.completion);
  connection.onCompletion(
    answer(
      [],
      (open, { position, context }) =>
        completion(open, position, {
          editor,
          now: { seconds: now() / 1_000, offsetMinutes: offsetMinutes() },
          trigger: context?.triggerCharacter,
          subjects: (type) => subjectsIn(project.files.toggles, type),
          sent: () => codeIndex.attributesSent(open.uri),
          sentNow: () => serving.attributes(open.uri),
          toggles: () => otherTogglesOf(project.files.toggles, open.uri),
          folders: () => foldersNear(open.uri, project.bounds, disk),
          services: services.seen(open.uri),
          policies: project.policies.of(open.uri),
          beside: project.beside(open.uri),
          schemaIsKnown: settings.now.editorReports.config && open.kind !== 'targeting',
          locale,
        }),
      (code, params) => session.codeAnswers.completion(code, params),
    ),
  );
  return { completionProvider: { triggerCharacters } };
};
