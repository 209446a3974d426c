/** @returns the folders that contain a file, from the nearest to `root`, a workspace folder that may end with `/` */
export function foldersAbove(file: string, root: string): readonly string[] {
  const names = file.slice(root.length).split('/').filter(Boolean).slice(0, -1);
  const start = root.endsWith('/') ? root : `${root}/`;
  return [...names.map((_, depth) => start + names.slice(0, depth + 1).join('/')).reverse(), root];
}
