import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Terminal } from '@quire/embedded'
import { clientOf, must, patient } from './api.ts'
import { serveArchives } from './archive.ts'
import { targetsOf } from './compare.ts'
import { principals } from './direct.ts'
import { environmentOf } from './environment.ts'
import { followEvents } from './events.ts'
import { startFloors } from './floors.ts'
import { groupsOf } from './groups.ts'
import { importsName, measureImports } from './imports.ts'
import { largeRequestName, measureLargeRequest } from './large-request.ts'
import { createMeter } from './meter.ts'
import type { Options } from './options.ts'
import { type BenchData, prepare, wanted } from './prepare.ts'
import { type Report, report } from './report.ts'
import { type Asker, targetOf } from './requests.ts'
import { measureAll } from './rounds.ts'
import { type Quire, startQuire } from './system.ts'

/** Starts the system and the floors, measures them, and returns the report; whatever was started has then ended. */
export async function run(options: Options, terminal: Terminal, signal: AbortSignal): Promise<Report> {
  await using started = new AsyncDisposableStack()
  const archives = await serveArchives()
  started.defer(archives.close)
  const env = environmentOf(options, archives.port)
  const quire = await startQuire({ env, terminal, signal })
  started.defer(quire.stop)
  const token = await quire.token('ada@example.com', 'Ada Lovelace')
  const begun = performance.now()
  const say = (progress: string) =>
    terminal.line(`  ${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${progress}`)
  const address = `http://127.0.0.1:${archives.port}`
  const prepared = await prepare({ options, quire, token, archives: address, signal, report: say })
  return await measureWith({ options, terminal, signal, quire, token, prepared, archives: address, started, say })
}

interface BenchRun {
  options: Options
  terminal: Terminal
  signal: AbortSignal
  quire: Quire
  token: string
  prepared: BenchData
  /** Where imports are fetched from. */
  archives: string
  started: AsyncDisposableStack
  say: (progress: string) => void
}

async function measureWith(measuring: BenchRun) {
  const { options, terminal, signal, quire, token, prepared, started, say } = measuring
  const { organization, pages, crowds } = prepared
  const folder = await mkdtemp(join(tmpdir(), 'quire-floors-'))
  started.defer(() => rm(folder, { recursive: true }))
  const [spaceId = ''] = organization.spaces
  const floors = await startFloors({
    quire,
    spaceId,
    lists: { members: crowds?.large.organization, spaces: pages && organization.organization },
    folder,
    signal,
    terminal,
  })
  started.defer(floors.stop)
  const principal = principals(quire.config, organization.userId)
  const send = clientOf(quire.gateway, signal, { authorization: `Bearer ${token}` })
  const asking = { quire, token, principal }
  const kinds = wanted(options)
  const merging = pages ? kinds.merging.map((kind) => kind.target(send, pages)) : []
  const work = pages ? kinds.content.map((kind) => targetOf(kind, { ...asking, ...organization, ...pages })) : []
  const lists = crowds ? kinds.members.map((kind) => targetOf(kind, { ...asking, ...crowds.large })) : []
  if (pages) {
    say('waiting until the index has caught up')
    // A question is answered once everything before it is indexed.
    await must(patient(send)('POST', `/v1/orgs/${organization.organization}/ask`, { query: 'What is a webhook?' }))
  }
  const plan = { ...options, meter: createMeter([...quire.processes, ...floors.processes]), signal, report: say }
  const measured = await measureAll([...floors.targets, ...lists, ...work, ...merging], plan)
  const groups = groupsOf(kinds, asking, prepared)
  const rowFloors = floors.targets.filter(({ answers }) => answers === undefined)
  const compared = await measureAll(groups.length > 0 ? [...rowFloors, ...targetsOf(groups)] : [], {
    ...plan,
    connections: [1],
    rounds: options.comparedRounds,
    roundSeconds: options.comparedSeconds,
  })
  if (kinds.largeRequest && pages) say(largeRequestName)
  const largeRequest = kinds.largeRequest && pages && (await measureLargeRequest(asking, pages.large, signal))
  const imports = kinds.imports && (await importsOf(measuring, asking))
  if (kinds.events) say('events')
  const events = { quire, organization, principal, count: options.events, signal }
  const delays = kinds.events ? await followEvents(events) : undefined
  const memory = plan.meter.memory()
  return report({
    options,
    measured,
    merging,
    groups,
    compared,
    sections: [largeRequest, imports].filter((section) => typeof section === 'string'),
    delays,
    memory,
  })
}

function importsOf({ options, quire, prepared, archives, signal, say }: BenchRun, asking: Asker): Promise<string> {
  say(importsName)
  const process = quire.processes.find(({ name }) => name === 'content')
  if (!process) throw new Error('content does not run')
  const { organization } = prepared.organization
  return measureImports({ asking, organization, process, archives, pages: options.largeSpacePages, signal })
}
