/** Takes one side of each conflict of a text, as people do who resolve it. */
export function resolved(text: string, take: (index: number) => 'ours' | 'theirs'): string {
  const kept: string[] = [];
  let index = -1;
  let side: 'ours' | 'base' | 'theirs' | undefined;
  for (const line of text.split(/(?<=\n)/)) {
    if (line.startsWith('<<<<<<<')) {
      index += 1;
      side = 'ours';
    } else if (line.startsWith('|||||||') && side === 'ours') side = 'base';
    else if (line.startsWith('=======') && side !== undefined) side = 'theirs';
    else if (line.startsWith('>>>>>>>')) side = undefined;
    else if (side === undefined || side === take(index)) kept.push(line);
  }
  return kept.join('');
}
