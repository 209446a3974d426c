/** What else the token can read: segments, projects, attributes, dependents. */
import { expect } from 'vitest';
import { ask } from './ask.js';
import { point } from './point.js';
import { listed, missing, text } from './subject.js';

export function surroundings(): void {
  point('Segments tell their rules', async (subject) => {
    const [segment] = listed(await subject.project('/segments?pageSize=1'));
    const rules = expect.any(Array) as unknown;
    expect(segment).toMatchObject({ key: text, name: text, rules, version: expect.any(Number) as unknown });
  });

  point('All projects are listed, with environments that tell whether they require approval', async (subject) => {
    const { body } = await ask(`${subject.server.url}/api/projects`, subject.server.token, {});
    const keys = { name: text, key: subject.environment, serverSdkKey: text, clientSdkKey: text };
    expect(body).toContainEqual({
      ...{ key: subject.server.project, name: text, description: expect.anything() as unknown },
      environments: expect.arrayContaining([{ ...keys, enableApproval: false }]) as unknown,
    });
  });

  point('The attributes are the subjects, those of segments, too, up to a rule without any', async (subject) => {
    const [segment] = listed(await subject.project('/segments?pageSize=1'));
    const inside = (segment?.['rules'] as readonly { conditions: readonly { subject: string }[] }[])
      .flatMap(({ conditions }) => conditions)
      .map((condition) => condition.subject);
    const on = (about?: string): object => ({
      type: 'string',
      subject: about,
      predicate: 'is one of',
      objects: ['x'],
    });
    const rules = [
      { conditions: [on('city'), on('city'), on(), { type: 'segment', objects: [segment?.['key']] }] },
      { conditions: [] },
      { conditions: [on('later')] },
    ];
    expect(await subject.patch({ content: { rules } })).toMatchObject({ status: 200 });
    expect((await subject.send('/attributes')).body).toEqual(['city', null, ...inside]);
    const unknown = `Targeting ${subject.server.project}-${subject.environment}-no_such_toggle not found`;
    expect(await subject.of('no_such_toggle').send('/attributes')).toMatchObject(missing(unknown));
  });

  point('The toggles that require this one are told, even after their prerequisites were emptied', async (subject) => {
    expect((await subject.send('/prerequisite/dependencies')).body).toMatchObject({
      content: [],
      pageable: 'INSTANCE',
    });
    const other = subject.of(await subject.server.makeToggle());
    await other.patch({ content: { prerequisites: [{ key: subject.toggle, value: 'true', type: 'boolean' }] } });
    await other.patch({ content: { prerequisites: [] } });
    expect((await subject.send('/prerequisite/dependencies')).body).toMatchObject({
      content: [{ name: text, key: other.toggle, disabled: true, dependentValue: 'true' }],
      totalElements: 1,
    });
  });
}
