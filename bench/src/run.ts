import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Terminal } from '@quire/embedded'
import { gitServer } from '@quire/world/git-server'
import { serveArchives } from './data/archives.ts'
import { measuringOn, type Run } from './measuring.ts'
import type { Options } from './options.ts'
import { type Measuring, measurePart, type Outcome, type Part, selectParts } from './part.ts'
import { accessEvents } from './parts/access-events.ts'
import { asking } from './parts/asking.ts'
import { backups } from './parts/backups.ts'
import { comments } from './parts/comments.ts'
import { consolePart } from './parts/console.ts'
import { documents } from './parts/documents.ts'
import { engine } from './parts/engine.ts'
import { git } from './parts/git.ts'
import { idle } from './parts/idle.ts'
import { imports } from './parts/imports.ts'
import { insightsTaking } from './parts/insights-taking.ts'
import { insightsYear } from './parts/insights-year.ts'
import { installation } from './parts/installation.ts'
import { largePublishedSpace } from './parts/large-published-space.ts'
import { largeRequest } from './parts/large-request.ts'
import { members } from './parts/members.ts'
import { printing } from './parts/printing.ts'
import { publishedPages } from './parts/published-pages.ts'
import { requests } from './parts/requests.ts'
import { freshness, importing } from './parts/search.ts'
import { siteLists, siteSizes } from './parts/sites.ts'
import { spaceLists } from './parts/space-lists.ts'
import { specifications } from './parts/specifications.ts'
import { tracing } from './parts/tracing.ts'
import { trees } from './parts/trees.ts'
import { type Quire, startQuire, withDatabase } from './system.ts'

const parts = [
  idle,
  requests,
  documents,
  trees,
  freshness,
  spaceLists,
  comments,
  members,
  largeRequest,
  imports,
  git,
  siteSizes,
  siteLists,
  publishedPages,
  largePublishedSpace,
  accessEvents,
  insightsTaking,
  insightsYear,
  importing,
  specifications,
  printing,
  asking,
  engine,
  backups,
  consolePart,
  tracing,
  installation,
]

/**
 * Measures the selected parts, one after the other. Each has a system of its own, which ends with the part: rows, caches and
 * jobs of one part cannot change the figures of another.
 */
export async function runParts(options: Options, terminal: Terminal, signal: AbortSignal): Promise<Outcome[]> {
  const selected = selectParts(
    options.targets ? parts.filter(({ targets }) => targets.length > 0) : parts,
    options.only,
  )
  await using started = new AsyncDisposableStack()
  const archives = await serveArchives()
  started.defer(archives.close)
  const git = await gitServer()
  started.defer(git.stop)
  const folder = await mkdtemp(join(tmpdir(), 'quire-bench-logs-'))
  started.defer(() => rm(folder, { recursive: true }))
  const begun = performance.now()
  const say = (progress: string) =>
    terminal.line(`  ${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${progress}`)
  const outcomes: Outcome[] = []
  for (const part of selected) {
    say(part.name)
    // A part that is selected by its own name is measured whole.
    const isSelected = (workload: string) => part.name.includes(options.only) || workload.includes(options.only)
    const run = { options, archives: archives.address, git, folder, terminal, signal, isSelected, say }
    const targets = part.targets.filter(({ name }) => isSelected(name))
    outcomes.push(await measurePart(onNewSystem({ ...part, targets }), run))
    signal.throwIfAborted()
  }
  say('done')
  return outcomes
}

const onNewSystem = (part: Part<Measuring>): Part<Run> => ({
  ...part,
  async measure(run) {
    await using quire = await startQuire({ ...run, reachable: [new URL(run.archives).host, run.git.host] })
    await requireEmpty(quire)
    return await part.measure(await measuringOn(run, quire))
  },
})

const mainTables = {
  identity: ['"user"', 'organization', 'member', 'team'],
  content: ['space', 'collection', 'comment', 'change_request', 'access_grant', 'search_space'],
  sites: ['site', 'site_space'],
  ai: ['search_space'],
} as const

/** Throws if a main table has rows before a part begins, since a part would then depend on the parts before it. */
async function requireEmpty({ services }: Quire): Promise<void> {
  for (const name of ['identity', 'content', 'sites', 'ai'] as const)
    await withDatabase(services[name].databaseUrl, async (database) => {
      for (const table of mainTables[name]) {
        const { rows } = await database.query(`select count(*)::int as count from ${table}`)
        if (rows[0].count > 0) throw new Error(`${name} begins with ${rows[0].count} rows in ${table}`)
      }
    })
}
