// npm run -s fidelity -- <folder>
// Imports a folder of markdown into a system of its own, publishes it, reads the site, and lists what is wrong there.
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { startTestServers } from '@quire/embedded'
import { ZipFile } from 'yazl'
import { fidelityOf, servedArchive } from './published-archive.ts'

/** Lines printed of each list. */
const maxLines = 20

const [folder] = process.argv.slice(2)
if (folder === undefined || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  process.stderr.write('fidelity: name a folder of markdown, as in npm run -s fidelity -- ../docs\n')
  process.exit(2)
}

const servers = await startTestServers(process.env)
process.env.TEST_POSTGRES_URL = servers.postgresUrl
process.env.TEST_NATS_URL = servers.natsUrl
try {
  // Loaded once the servers are known.
  const { createWorld } = await import('@quire/world')
  const source = await servedArchive(await archiveOf(resolve(folder)))
  const world = await createWorld({ env: { OUTBOUND_ALLOW: source.allow } })
  try {
    const { pages, links, pictures, ...lists } = await fidelityOf(world, source, 'Fidelity')
    process.stdout.write(
      `pages             ${pages.length}\nlinks             ${links}\npictures          ${pictures}\n`,
    )
    const names = {
      failed: 'pages that fail',
      rawTags: 'raw tags',
      deadLinks: 'dead links',
      missingPictures: 'missing pictures',
      absentPictures: 'not in source',
      problems: 'problems',
    } as const
    for (const [list, name] of Object.entries(names)) {
      const found = lists[list as keyof typeof names]
      process.stdout.write(`${name.padEnd(17)} ${found.length}\n`)
      for (const one of found.slice(0, maxLines)) process.stdout.write(`  ${one}\n`)
      if (found.length > maxLines) process.stdout.write(`  … and ${found.length - maxLines} more\n`)
    }
    const isWhole = [lists.failed, lists.rawTags, lists.deadLinks, lists.missingPictures].every(
      ({ length }) => length === 0,
    )
    process.exitCode = isWhole ? 0 : 1
  } finally {
    await world.close()
    await source.close()
  }
} finally {
  await servers.stop()
}
// The channel to the parent would keep this process from ending.
if (process.connected) process.disconnect()

/** Packs the files of a folder, without those of version control and packages. */
async function archiveOf(root: string): Promise<Buffer> {
  const archive = new ZipFile()
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    if (/(^|\/)(\.git|node_modules)\//.test(relative(root, path))) continue
    archive.addReadStreamLazy(relative(root, path), (done) => done(null, createReadStream(path)))
  }
  archive.end()
  return buffer(archive.outputStream)
}
