import { expect } from '@jest/globals'
import { zip } from '../../archives.fixture.ts'
import { fixturesIn, importFrom, serve } from '../../reading.fixture.ts'

/** Imports an archive of files from a server. */
export async function importedFiles(files: Record<string, string | Buffer>, source: string) {
  const archive = await zip(files)
  using server = await serve(() => ({ body: archive }))
  return await importFrom(server, '/export.zip', source)
}

/** Imports a folder of fixtures as the archive that a program exports. */
export const importedFixture = (name: string, source: string) => importedFiles(fixturesIn(name), source)

export const refusedWith = (message: RegExp) => ({ status: 400, message: expect.stringMatching(message) })
