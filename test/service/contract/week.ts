/**
 * A made-up week of the workflows of docs/pipelines.md, as the page has them, with the built command line. Between it and the service stands
 * a line that can be down, or lose what the service answers.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, onTestFinished } from 'vitest';
import { tokenVariable } from '../../../server/src/cli/deploy/access.js';
import { commandLineTrial } from '../../support/commandLine.js';
import { review } from './point.js';
import { reviewed } from './request.js';
import { field, listed, type Subject } from './subject.js';

const page = readFileSync(join(import.meta.dirname, '../../../docs/pipelines.md'), 'utf8');

/** The arguments of all steps of a workflow. */
function runsOf(workflow: string): readonly (readonly string[])[] {
  const blocks = [...page.matchAll(/```yaml\n# (\S+)\n([^`]*)```/g)];
  const [, , text = ''] = blocks.find(([, name]) => name === `.github/workflows/${workflow}.yml`) ?? [];
  const { jobs } = load(text) as { jobs: Record<string, { steps: { with?: { run?: string } }[] }> };
  return Object.values(jobs)
    .flatMap(({ steps }) => steps)
    .flatMap((step) => (step.with?.run === undefined ? [] : [step.with.run.split(' ')]));
}

/** `down`: refuses connections. `deaf`: lets requests of a method through, and breaks off before the answer. */
type Line = 'up' | 'down' | { readonly deaf: string };

async function lineTo(url: string) {
  const { hostname, port } = new URL(url);
  let state: Line = 'up';
  let lost = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    if (state === 'down') return client.destroy();
    const service = connect(Number(port), hostname);
    for (const socket of [client, service]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        service.destroy();
      });
    }
    let isLost = false;
    client.on('data', (sent: Buffer) => {
      isLost = typeof state === 'object' && sent.toString('latin1').startsWith(`${state.deaf} `);
      service.write(sent);
    });
    service.on('data', (answer) => {
      if (!isLost) return void client.write(answer);
      lost += 1;
      client.destroy();
    });
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many answers did not arrive. */
    lost: () => lost,
    become: (next: Line) => {
      state = next;
    },
  };
}

const variations = [
  { value: 'false', name: 'Off', description: '' },
  { value: 'true', name: 'On', description: '' },
];
/** A file that serves so many of 10,000 "On". */
const says = (share: number) => ({
  comment: `Share ${share}`,
  disabled: false,
  content: {
    rules: [],
    disabledServe: { select: 0 },
    defaultServe: { split: [10_000 - share, share] },
    variations,
    prerequisites: [],
  },
});

async function startWeek(a: Subject) {
  const { server } = a;
  const [b, c] = [a.of(await server.makeToggle()), a.of(await server.makeToggle())];
  const line = await lineTo(server.url);
  const environments = { online: { key: server.approvalEnvironment, api: 'featureprobe' } };
  const files = '{environment}/{toggle}.targeting.json';
  const config = { baseUrl: line.url, project: server.project, environments, files };
  const folder = commandLineTrial({ 'targeting.config.json': JSON.stringify(config) });
  onTestFinished(() => {
    folder.dispose();
  });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: folder.path('.'),
      stdio: 'ignore',
    });
  git('init', '-q');
  const write = (subject: Subject, share: number) => {
    folder.write(`online/${subject.toggle}.targeting.json`, JSON.stringify(says(share)));
    git('add', '-A');
    git('commit', '-qm', 'x');
  };
  const remove = ({ toggle }: Subject) => {
    git('rm', '-q', `online/${toggle}.targeting.json`);
  };
  const run = async (args: readonly string[], token: string) => {
    const environment = {
      ...{ PATH: process.env['PATH'] ?? '', TOGGLE_TARGETING_PROTECTED_KEYS: server.approvalEnvironment },
      [tokenVariable(line.url)]: token,
    };
    const { code, stdout, stderr } = await folder.run([...args, '--timeout', '10'], { environment });
    expect(`${stdout}${stderr}`).not.toContain(server.token);
    return { code, said: `${stdout}${stderr}` };
  };
  /** The workflow that applies, where changes need an approval. */
  const deploy = async (more: readonly string[] = [], token = server.token) => {
    // Every run has a checkout of its own.
    rmSync(folder.path('plan.json'), { force: true });
    const [plan = [], apply = []] = runsOf('targeting-apply');
    const planned = await run(plan, token);
    const applied = await run([...apply, '--submit', ...more], token);
    return { codes: [planned.code, applied.code], said: `${planned.said}${applied.said}` };
  };
  const drift = async () => (await run(runsOf('targeting-drift')[0] ?? [], server.token)).code;
  const decided = async (subject: Subject, status: 'PASS' | 'REJECT') => {
    expect((await reviewed(subject, status, status)).status).toBe(200);
    await server.nextSecond();
    if (status === 'PASS') expect((await subject.publish()).status).toBe(200);
  };
  const served = async (subject: Subject) => {
    const [newest] = listed(await subject.versions());
    return { version: newest?.['version'], serve: field({ status: 200, body: newest?.['content'] }, 'defaultServe') };
  };
  return { a, b, c, line, write, remove, deploy, drift, decided, served };
}

const done = { codes: [0, 0] };

export function week(): void {
  review('A week of deployments gets stuck nowhere and loses nothing', async (subject) => {
    const { a, b, c, line, write, remove, deploy, drift, decided, served } = await startWeek(subject);
    const { server } = subject;
    onTestFinished(async () => {
      for (const each of [b, c]) await each.withdraw({ comment: 'The contract test is over' });
    });
    // Monday: two toggles change. A second run has nothing to do.
    write(a, 100);
    write(b, 100);
    expect(await deploy()).toMatchObject(done);
    expect(await deploy()).toMatchObject(done);
    // Tuesday: one change is passed, the other rejected, and submitted again.
    await decided(a, 'PASS');
    expect(await served(a)).toEqual({ version: 2, serve: says(100).content.defaultServe });
    await decided(b, 'REJECT');
    expect(await deploy()).toMatchObject(done);
    await decided(b, 'PASS');
    expect(await drift()).toBe(0);
    // Wednesday: a colleague's change of a waits. What else there is to do is done, and a is left alone.
    const colleagues = {
      comment: 'By a colleague',
      disabled: false,
      content: { rules: [], defaultServe: { select: 1 } },
    };
    expect((await a.as(server.colleague).submit(colleagues)).status).toBe(200);
    write(c, 300);
    expect(await deploy()).toMatchObject(done);
    await decided(c, 'PASS');
    // Thursday: it still waits, and a is to change, too.
    write(a, 400);
    write(b, 400);
    const thursday = await deploy();
    expect(thursday).toMatchObject({ codes: [6, 6], said: expect.stringContaining(a.toggle) as string });
    await decided(b, 'PASS');
    expect(await served(a)).toMatchObject({ version: 2 });
    // Friday: it is passed, and a differs from the file, which a new plan says. Someone pushes past all reviews, too.
    await decided(a, 'PASS');
    expect(await drift()).toBe(3);
    await server.nextSecond();
    expect((await c.patch({ comment: 'Past the review', content: { defaultServe: { select: 0 } } })).status).toBe(200);
    const friday = await deploy();
    expect(friday.codes).toEqual([0, 0]);
    expect(friday.said).toContain(`Submitted for approval: ${a.toggle}`);
    expect(friday.said).toContain(`Submitted for approval: ${c.toggle}`);
    for (const each of [a, c]) await decided(each, 'PASS');
    expect(await drift()).toBe(0);
    // Saturday: no token, a token that is not known any more, no service, and a toggle that is archived.
    write(b, 600);
    for (const token of ['', 'api-removed']) expect((await deploy([], token)).codes).toEqual([2, 2]);
    line.become('down');
    expect(await deploy()).toMatchObject({ codes: [2, 2] });
    line.become('up');
    const archived = a.of(await server.archivedToggle());
    write(archived, 600);
    const saturday = await deploy();
    expect(saturday.codes).toEqual([0, 4]);
    expect(saturday.said).toContain('it is archived');
    remove(archived);
    // Sunday: the answer to the request is lost. What came of it is read.
    line.become({ deaf: 'POST' });
    const lost = await deploy();
    expect(lost.codes).toEqual([0, 0]);
    expect(line.lost()).toBe(1);
    line.become('up');
    expect(await deploy()).toMatchObject(done);
    await decided(b, 'PASS');
    expect(await drift()).toBe(0);
    expect([await served(a), await served(b), await served(c)]).toEqual([
      { version: 4, serve: says(400).content.defaultServe },
      { version: 4, serve: says(600).content.defaultServe },
      { version: 4, serve: says(300).content.defaultServe },
    ]);
  });
}
