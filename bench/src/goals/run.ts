import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Terminal } from '@quire/embedded'
import { clientOf, patient } from '../api.ts'
import { serveArchives } from '../archive.ts'
import { makeAsked } from '../asking/organizations.ts'
import { makeCorpus, makeOrganization, makePages } from '../data.ts'
import { principals } from '../direct.ts'
import { makeDiscussions } from '../discussions.ts'
import { environmentOf } from '../environment.ts'
import { makeManySpaces } from '../many-spaces.ts'
import type { Options } from '../options.ts'
import { machineLine } from '../report.ts'
import { makeSites } from '../sites.ts'
import { startQuire } from '../system.ts'
import { asking } from './asking.ts'
import { delays } from './delays.ts'
import { documents } from './documents.ts'
import { engine } from './engine.ts'
import { goalTable, missedIn, type Outcome, outcomeOf } from './goal.ts'
import { comments, lists, siteLists, siteSizes, trees } from './growth.ts'
import { idle } from './idle.ts'
import type { Measuring } from './measuring.ts'
import { printing } from './printing.ts'
import { publishedPages } from './published-pages.ts'
import { freshness, importing } from './search.ts'
import { shares } from './shares.ts'
import { specifications } from './specifications.ts'

const parts = [
  shares,
  documents,
  trees,
  freshness,
  lists,
  comments,
  siteSizes,
  siteLists,
  publishedPages,
  delays,
  importing,
  specifications,
  printing,
  asking,
  engine,
]

interface Verdict {
  /** What was measured, target by target, as Markdown. */
  text: string
  /** The targets that were not reached or not measured. */
  missed: string[]
}

/** Starts the system and measures what its performance is held to; whatever was started has then ended. */
export async function runGoals(options: Options, terminal: Terminal, signal: AbortSignal): Promise<Verdict> {
  await using started = new AsyncDisposableStack()
  const archives = await serveArchives()
  started.defer(archives.close)
  const folder = await mkdtemp(join(tmpdir(), 'quire-targets-'))
  started.defer(() => rm(folder, { recursive: true }))
  const env = environmentOf(options, archives.port)
  const quire = await startQuire({ env, terminal, signal })
  started.defer(quire.stop)
  const begun = performance.now()
  const say = (progress: string) =>
    terminal.line(`  ${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${progress}`)
  const isWanted = ({ name }: { name: string }) => name.includes(options.only)
  const outcomes: Outcome[] = []
  if (isWanted(idle)) {
    say(idle.name)
    outcomes.push(await outcomeOf(idle, { quire, signal }))
  }
  const on = await prepared({
    options,
    quire,
    archives: `http://127.0.0.1:${archives.port}`,
    folder,
    terminal,
    signal,
    say,
  })
  for (const part of parts.filter(isWanted)) {
    say(part.name)
    outcomes.push(await outcomeOf(part, on))
    signal.throwIfAborted()
  }
  return { text: textOf(outcomes), missed: missedIn(outcomes) }
}

type Preparation = Pick<Measuring, 'quire' | 'folder' | 'terminal' | 'signal' | 'say'> & {
  options: Options
  archives: string
}

async function prepared({ options, archives, ...on }: Preparation): Promise<Measuring> {
  const { quire, signal, say } = on
  const token = await quire.token('ada@example.com', 'Ada Lovelace')
  const send = patient(clientOf(quire.gateway, signal, { authorization: `Bearer ${token}` }))
  const organization = await makeOrganization(send, say)
  const { userId } = organization
  const filling = { send, organization: organization.organization, archives }
  const asker = { quire, token, principal: principals(quire.config, userId) }
  const making = { ...filling, asking: { ...asker, quire }, quire, signal }
  const made = <Data>(name: string, make: () => Promise<Data>) => {
    let data: Promise<Data> | undefined
    return () => {
      if (!data) say(name)
      data ??= make()
      return data
    }
  }
  const corpus = made('real documentation', () => makeCorpus(filling))
  return {
    ...{ ...on, ...asker, quire, send, archives },
    prepared: {
      organization,
      corpus,
      pages: made('pages', () => makePages(filling, options, say)),
      manySpaces: made('many spaces', () => makeManySpaces({ ...making, userId, count: options.manySpaces })),
      discussions: made('100,000 comments', () => makeDiscussions(making)),
      sites: made('sites', async () => makeSites({ ...making, corpus: await corpus() })),
      asked: made('organizations to ask', () => makeAsked({ ...making, sizes: options.askedSections })),
    },
  }
}

function textOf(outcomes: Outcome[]): string {
  const told = outcomes.flatMap(({ part, failure, details }) => [
    ...(failure === undefined ? [] : [`${part.name} could not be measured: ${failure}`]),
    ...(details === undefined ? [] : [`${part.name}:\n\n${details}`]),
  ])
  return [machineLine(), goalTable(outcomes), ...told].join('\n\n')
}
