/** A repository of code in six languages, 2 to 10 KB a file, as a generator would make it: one file in a hundred asks for a toggle. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const toggleKeys = Array.from({ length: 20 }, (_, index) => `new_checkout_${index}`);

export const filesToACall = 100;

interface Language {
  readonly start: string;
  /** What comes before the first call. */
  readonly sdk: string;
  readonly call: (key: string) => string;
  readonly body: (name: string, index: number) => string;
}

const java: Language = {
  start: 'package com.example.orders;\n',
  sdk: 'import com.featureprobe.sdk.server.FeatureProbe;\n',
  call: (key) => `class Gate { boolean isOpen(FPUser user) { return fp.boolValue("${key}", user, false); } }\n`,
  body: (name, index) => `
/** Finds the order that doesn't have a "${name}" yet. */
class Find${name}${index} {
    private static final String PATH = "/orders/${index}/${name}";

    List<Order> find(Request request) throws IOException {
        if (request.path().equals(PATH)) { // the client's own
            return store.stream().filter(order -> order.get("state").equals("open")).limit(${index}).toList();
        }
        throw new IOException("No order has \\"${name}\\": " + request.path());
    }
}
`,
};

const languages: Readonly<Record<string, Language>> = {
  java,
  cs: {
    ...java,
    start: 'namespace Example.Orders;\n',
    sdk: 'using FeatureProbe.Server.Sdk;\n',
    call: (key) => `class Gate { bool IsOpen(FPUser user) => fp.BoolValue("${key}", user, false); }\n`,
  },
  ts: {
    start: "import { readFile } from 'node:fs/promises';\n",
    sdk: "import { FeatureProbe } from 'featureprobe-server-sdk-node';\n",
    call: (key) => `export const isOpen = (user) => fp.booleanValue('${key}', user, false);\n`,
    body: (name, index) => `
/** Reads the order's "${name}". */
export async function read${name}${index}(id: string, { depth = ${index} }: Options = {}): Promise<${name}[]> {
  const path = \`/orders/\${encodeURIComponent(id)}/${name}?depth=\${depth}\`;
  const text = await readFile(path.replace(/[?"'].*$/, ''), 'utf8'); // isn't cached
  return text.split('\\n').map((line) => JSON.parse(line) as ${name});
}
`,
  },
  go: {
    start: 'package orders\n',
    sdk: 'import featureprobe "github.com/featureprobe/server-sdk-go"\n',
    call: (key) => `func isOpen(user featureprobe.FPUser) bool { return fp.BoolValue("${key}", user, false) }\n`,
    body: (name, index) => `
// Read${name}${index} doesn't close what it reads.
func Read${name}${index}(reader io.Reader, limit int) ([]${name}, error) {
	query := \`SELECT "id", "${name}" FROM orders WHERE state = 'open'\`
	rows, err := db.Query(query, limit+${index})
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", "${name}", err)
	}
	return scan(rows, '\\n')
}
`,
  },
  py: {
    start: '"""Orders, and what isn\'t one."""\n',
    sdk: 'import featureprobe as fp\n',
    call: (key) => `is_open = client.value("${key}", user, False)\n`,
    body: (name, index) => `

def read_${name.toLowerCase()}_${index}(path, depth=${index}):
    """Reads the order's '${name}'."""
    with open(f"/orders/{path}/${name}", encoding='utf-8') as file:  # isn't cached
        rows = [line.split("\\t") for line in file if line.strip() != ""]
    return {row[0]: {"depth": depth, "${name}": row[1:]} for row in rows}
`,
  },
  kt: {
    start: 'package com.example.orders\n',
    sdk: 'import com.featureprobe.mobile.FeatureProbe\n',
    call: (key) => `val isOpen = fp.boolValue("${key}", false)\n`,
    body: (name, index) => `
/* Finds the order's "${name}". */
fun find${name}${index}(id: String, depth: Int = ${index}): List<${name}> {
    val path = "/orders/\${id.trim()}/${name}?depth=$depth"
    return store.getValue(path).filter { it.state == "open" && it.mark != 'x' } // isn't cached
}
`,
  },
};

const names = ['Address', 'Basket', 'Carrier', 'Discount', 'Invoice', 'Payment', 'Refund', 'Voucher'];
const online = {
  disabled: false,
  content: {
    rules: [],
    disabledServe: { select: 0 },
    defaultServe: { split: [2_500, 7_500] },
    variations: [{ value: 'false' }, { value: 'true' }],
  },
};
const config = {
  ...{ baseUrl: 'https://toggles.example.com', project: 'Shop', files: '{environment}/{toggle}.targeting.json' },
  ...{ environments: { online: {} }, code: { complete: true } },
};

export function writeTree(folder: string, count: number): void {
  const write = (path: readonly string[], text: string) => {
    mkdirSync(join(folder, ...path.slice(0, -1)), { recursive: true });
    writeFileSync(join(folder, ...path), text);
  };
  write(['targeting.config.json'], JSON.stringify(config));
  for (const key of toggleKeys) write(['online', `${key}.targeting.json`], JSON.stringify(online));
  const all = Object.entries(languages);
  for (let index = 0; index < count; index += 1) {
    const [extension, language] = all[(index + Math.floor(index / filesToACall)) % all.length] ?? ['java', java];
    const place = [`module${index % 40}`, `part${Math.floor(index / 40) % 50}`, `file${index}.${extension}`];
    write(place, codeOf(language, index));
  }
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '-q');
  git('add', '-A');
}

function codeOf({ start, sdk, call, body }: Language, index: number): string {
  const isCalling = index % filesToACall === 0;
  const key = toggleKeys[(index / filesToACall) % toggleKeys.length] ?? '';
  const size = 2_000 + (index % 9) * 1_000;
  let text = start + (isCalling ? sdk : '');
  for (let part = 0; text.length < size; part += 1) text += body(names[(index + part) % names.length] ?? '', part);
  return text + (isCalling ? call(key) : '');
}
