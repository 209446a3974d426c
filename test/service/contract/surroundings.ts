/** What else can be read with the same token: segments, environments, attributes, required toggles. */
import { expect } from 'vitest';
import { ask } from './ask.js';
import { point } from './point.js';
import { listed, missing, text } from './subject.js';

export function surroundings(): void {
  point('Segments tell their rules, and who uses them', async (subject) => {
    const [segment] = listed(await subject.project('/segments?pageSize=1'));
    const key = String(segment?.['key']);
    expect(segment).toMatchObject({
      key,
      name: text,
      rules: expect.any(Array) as unknown,
      version: expect.any(Number) as unknown,
    });
    expect((await subject.project(`/segments/${key.toUpperCase()}`)).body).toMatchObject({
      key,
      rules: segment?.['rules'],
    });
    const conditions = [{ type: 'segment', predicate: 'is in', objects: [key] }];
    await subject.patch({ content: { rules: [{ name: 'r', conditions }] } });
    const using = listed(await subject.project(`/segments/${key}/toggles?pageSize=1000`));
    expect(using).toContainEqual(
      expect.objectContaining({
        key: subject.toggle,
        environmentKey: subject.environment,
        disabled: true,
        analyzing: false,
      }),
    );
  });

  point('An unknown segment is 400 not_found, and used by nobody', async (subject) => {
    const unknown = missing(`Segment ${subject.server.project}_no_such_segment not found`);
    expect(await subject.project('/segments/no_such_segment')).toMatchObject(unknown);
    expect((await subject.project('/segments/no_such_segment/toggles')).body).toMatchObject({ content: [] });
    expect((await subject.project('/segments?keyword=no_such_segment')).body).toMatchObject({ content: [] });
  });

  point('Environments tell whether they require approval', async (subject) => {
    const { body } = await subject.project('/environments');
    const { environment } = subject;
    const keys = { name: text, key: environment, serverSdkKey: text, clientSdkKey: text };
    expect(body).toContainEqual({ ...keys, enableApproval: false });
  });

  point('All projects are listed with their environments', async (subject) => {
    const { body } = await ask(`${subject.server.url}/api/projects`, subject.server.token, {});
    const environments = (await subject.project('/environments')).body as readonly object[];
    expect(body).toContainEqual({
      ...{ key: subject.server.project, name: text, description: expect.anything() as unknown },
      environments: expect.arrayContaining([...environments]) as unknown,
    });
  });

  point(
    'The attributes are the subjects up to the first rule without conditions, those of segments included',
    async (subject) => {
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
    },
  );

  point('Every other toggle may be required, but for archived ones', async (subject) => {
    const archived = await subject.server.archivedToggle();
    const other = await subject.server.makeToggle();
    const { body } = await subject.send('/prerequisite/toggles');
    const variations = [{ value: 'false' }, { value: 'true' }];
    const item = { name: text, key: other, returnType: 'boolean', disabled: true };
    expect(body).toEqual(expect.arrayContaining([expect.objectContaining(item)]));
    const found = (body as readonly { key: string }[]).filter(({ key }) =>
      [subject.toggle, other, archived].includes(key),
    );
    expect(found).toMatchObject([{ ...item, variations }]);
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
