/** Problems of 10,000 files of 1 to 5 KB that nobody has open, beside reading them. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import targetingSchema from '../../schemas/targeting.schema.json' with { type: 'json' };
import { problemsOfText } from '../../server/src/core/check-engine/problems.js';
import { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { median, milliseconds, number, table } from './figures.js';
import { shape } from './shapes.js';

/** @param modules where vscode-json-languageservice is installed; undefined in a smoke run */
export async function scan(count: number, rounds: number, modules: string | undefined): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'toggle-targeting-bench-'));
  try {
    writeFiles(folder, count);
    const work: Record<string, (text: string) => unknown> = {
      'reading them': (text) => text.length,
      'and JSON.parse': (text) => JSON.parse(text) as unknown,
      ours: problemsOfText,
      'ours, without the short cut': (text) =>
        OpenDocument.open('file:///bench/toggle.targeting.json', 'json', 1, text).problems,
    };
    if (modules !== undefined) work['vscode-json-languageservice'] = jsonLanguageService(modules);
    const times = new Map(Object.keys(work).map((name) => [name, [] as number[]]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, look] of Object.entries(work)) {
        const start = performance.now();
        for (const text of textsIn(folder)) await look(text);
        times.get(name)?.push(performance.now() - start);
      }
    }
    const [reading = [], ours = []] = [times.get('reading them'), times.get('ours')];
    const rows = [...times].map(([name, own]) => [
      name,
      number(median(own) / median(reading)),
      number(median(own) / median(ours)),
      milliseconds(own),
    ]);
    return table([`${count} files`, 'times reading', 'times ours', 'ms'], rows);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeFiles(folder: string, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const parent = join(folder, `environment${index % 100}`);
    mkdirSync(parent, { recursive: true });
    writeFileSync(join(parent, `toggle${index}.targeting.json`), shape('rules', 1_000 + (index % 5) * 1_000).text);
  }
}

function* textsIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) yield readFileSync(join(entry.parentPath, entry.name), 'utf8');
  }
}

interface LanguageService {
  configure: (settings: unknown) => void;
  parseJSONDocument: (document: unknown) => unknown;
  doValidation: (document: unknown, json: unknown) => PromiseLike<unknown>;
}

function jsonLanguageService(modules: string): (text: string) => PromiseLike<unknown> {
  const load = createRequire(join(modules, 'vscode-json-languageservice', 'package.json'));
  const { getLanguageService, TextDocument } = load('vscode-json-languageservice') as {
    getLanguageService: (parameters: object) => LanguageService;
    TextDocument: { create: (uri: string, languageId: string, version: number, text: string) => unknown };
  };
  const service = getLanguageService({});
  const schemas = [{ uri: 'https://bench/schema.json', fileMatch: ['*.targeting.json'], schema: targetingSchema }];
  service.configure({ validate: true, schemas });
  return (text) => {
    const document = TextDocument.create('file:///bench/toggle.targeting.json', 'json', 1, text);
    return service.doValidation(document, service.parseJSONDocument(document));
  };
}
