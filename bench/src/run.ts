import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Terminal } from '@quire/embedded'
import { clientOf, must, patient } from './api.ts'
import { serveArchives } from './archive.ts'
import { type Data, makeData, smallSpaces } from './data.ts'
import { principals } from './direct.ts'
import { followEvents } from './events.ts'
import { startFloors } from './floors.ts'
import { mergeTarget } from './merging.ts'
import { createMeter } from './meter.ts'
import type { Options } from './options.ts'
import { report } from './report.ts'
import { measureAll, type Target } from './rounds.ts'
import { type Quire, startQuire } from './system.ts'
import { requestTargets } from './work.ts'

/** Starts the system and the floors, measures them, and returns the report; whatever was started has then ended. */
export async function run(options: Options, terminal: Terminal, stopping: AbortController): Promise<string> {
  await using started = new AsyncDisposableStack()
  const archives = await serveArchives()
  started.defer(archives.close)
  const env = {
    // The import of the large space takes longer than a request of a person may.
    PROXY_TIMEOUT_MS: '600000',
    OUTBOUND_ALLOW: `127.0.0.1:${archives.port}`,
    ...(options.profileFolder && { NODE_OPTIONS: profiling(options.profileFolder) }),
  }
  const quire = await startQuire({ env, terminal, stopping })
  started.defer(quire.stop)
  const token = await quire.token('ada@example.com', 'Ada Lovelace')
  const send = clientOf(quire.gateway, stopping.signal, { authorization: `Bearer ${token}` })
  const begun = performance.now()
  const say = (progress: string) =>
    terminal.line(`  ${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${progress}`)
  const data = await makeData(patient(send), `http://127.0.0.1:${archives.port}`, options, say)
  return await measureWith({ options, terminal, signal: stopping.signal, quire, token, data, started, say })
}

const profiling = (folder: string) => `${process.env.NODE_OPTIONS ?? ''} --cpu-prof --cpu-prof-dir=${resolve(folder)}`

interface Prepared {
  options: Options
  terminal: Terminal
  signal: AbortSignal
  quire: Quire
  token: string
  data: Data
  started: AsyncDisposableStack
  say: (progress: string) => void
}

async function measureWith(prepared: Prepared): Promise<string> {
  const { options, terminal, signal, quire, token, data, started, say } = prepared
  const folder = await mkdtemp(join(tmpdir(), 'quire-floors-'))
  started.defer(() => rm(folder, { recursive: true }))
  const spaceId = data.library.id
  const floors = await startFloors({ databaseUrl: quire.databaseUrl, spaceId, folder, signal, terminal })
  started.defer(floors.stop)
  const principal = principals(quire.config, data.userId)
  const send = clientOf(quire.gateway, signal, { authorization: `Bearer ${token}` })
  const merging = [
    mergeTarget('a change merged, 100 pages', send, data.small, [1, smallSpaces]),
    mergeTarget(`a change merged, ${options.largeSpacePages} pages`, send, [data.large], [1]),
  ].filter(isWanted)
  const work = requestTargets({ quire, data, token, principal }).filter(isWanted)
  const meter = createMeter([...quire.processes, ...floors.processes])
  say('waiting until the index has caught up')
  // A question is answered once everything before it is indexed.
  await must(patient(send)('POST', `/v1/orgs/${data.organization}/ask`, { query: 'What is a webhook?' }))
  const targets = [...floors.targets, ...work, ...merging]
  const measured = await measureAll(targets, { ...options, meter, signal, report: say })
  say('events')
  const delays = await followEvents({ quire, data, principal, count: options.events, signal })
  return report({ options, measured, merging, delays, memory: meter.memory() })

  function isWanted({ name }: Target): boolean {
    return name.includes(options.only)
  }
}
