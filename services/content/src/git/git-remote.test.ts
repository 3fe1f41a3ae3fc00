import { expect, test } from '@jest/globals'
import { parseDirectory } from './git-remote.ts'

test('a folder of the documentation leads neither out of the repository nor into what is git’s own, on any system', () => {
  const names = [
    '.git/hooks',
    'a/.git',
    '.GIT',
    '.git ',
    'docs/.git.',
    'git~1',
    '.g\u200cit',
    '.git::$INDEX_ALLOCATION',
  ]
  const out = ['..', 'a/../b', '-docs', 'a\\b']
  for (const path of [...names, ...out])
    expect(() => parseDirectory(path, 'body.repoProjectDirectory')).toThrow('folder')
  const kept = ['docs', '/docs/guide/', '.github/docs', '.gitbook', 'git', 'digit~1', 'a.git']
  expect(kept.map((path) => parseDirectory(path, 'field'))).toEqual([
    ...['docs', 'docs/guide', '.github/docs', '.gitbook', 'git', 'digit~1', 'a.git'],
  ])
})
