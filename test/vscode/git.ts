import { execFileSync } from 'node:child_process';

/** Commits all files of a folder, which becomes a repository the first time. */
export function commitAll(cwd: string, message: string): void {
  const person = ['-c', 'user.name=anna', '-c', 'user.email=anna@example.com', '-c', 'commit.gpgsign=false'];
  const branch = ['init', '--quiet', '--initial-branch', 'main'];
  for (const args of [branch, ['add', '.'], ['commit', '--quiet', '--message', message]])
    execFileSync('git', [...person, ...args], { cwd, stdio: 'pipe' });
}
