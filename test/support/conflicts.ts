/** Takes one side of each conflict, like a person who resolves it. */
export function resolved(text: string, take: () => 'ours' | 'theirs'): string {
  const kept: string[] = [];
  let taken = '';
  let side: 'ours' | 'base' | 'theirs' | undefined;
  for (const line of text.split(/(?<=\n)/)) {
    if (line.startsWith('<<<<<<<')) {
      taken = take();
      side = 'ours';
    } else if (line.startsWith('|||||||') && side === 'ours') side = 'base';
    else if (line.startsWith('=======') && side !== undefined) side = 'theirs';
    else if (line.startsWith('>>>>>>>')) side = undefined;
    else if (side === undefined || side === taken) kept.push(line);
  }
  return kept.join('');
}
