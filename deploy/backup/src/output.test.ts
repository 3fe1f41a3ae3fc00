import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { withOutput } from './output.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-output-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const never = new AbortController().signal
const write = (target: string) =>
  withOutput(target, never, async (output) => {
    output.end('the keys')
    await finished(output)
  })

test('a backup is a file of its owner alone', async () => {
  const target = join(folder, 'one')
  await write(target)
  expect([await readFile(target, 'utf8'), (await stat(target)).mode & 0o777]).toEqual(['the keys', 0o600])
})

test('a file or a link that somebody else put in the way receives nothing of a backup', async () => {
  const [target, elsewhere] = [join(folder, 'two'), join(folder, 'elsewhere')]
  await writeFile(`${target}.partial`, '', { mode: 0o666 })
  await expect(write(target)).rejects.toThrow('two.partial exists')
  expect(await readFile(`${target}.partial`, 'utf8')).toBe('')
  await rm(`${target}.partial`)
  await symlink(elsewhere, `${target}.partial`)
  await expect(write(target)).rejects.toThrow('two.partial exists')
  await expect(readFile(elsewhere)).rejects.toThrow('ENOENT')
  await expect(stat(target)).rejects.toThrow('ENOENT')
})

test('a file that came meanwhile is not replaced, and a failure leaves nothing', async () => {
  const target = join(folder, 'three')
  const failing = withOutput(target, never, async () => {
    throw new Error('broken')
  })
  await expect(failing).rejects.toThrow('broken')
  const late = withOutput(target, never, async (output) => {
    output.end('mine')
    await finished(output)
    await writeFile(target, 'theirs')
  })
  await expect(late).rejects.toThrow('three exists')
  expect(await readFile(target, 'utf8')).toBe('theirs')
  await expect(stat(`${target}.partial`)).rejects.toThrow('ENOENT')
})

test('a backup that is interrupted ends, and leaves nothing', async () => {
  const target = join(folder, 'four')
  const stopping = new AbortController()
  const stopped = withOutput(target, stopping.signal, async (output) => {
    const written = finished(output)
    stopping.abort(new Error('Interrupted.'))
    await written
  })
  await expect(stopped).rejects.toThrow('Interrupted.')
  for (const path of [target, `${target}.partial`]) await expect(stat(path)).rejects.toThrow('ENOENT')
})
