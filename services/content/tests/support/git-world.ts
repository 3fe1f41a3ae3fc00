import type { GitOperation } from '@quire/contracts'
import { type GitRepository, type GitServer, gitServer } from '@quire/world/git-server'
import { startWorld, type World } from '../world.ts'
import { until } from './until.ts'

type Given = { as?: string; ref?: string } & Record<string, unknown>

/**
 * Starts a Git server and a world that may reach it, and the other servers of `reachable`, with what tests do with both;
 * `extra` is added to its environment.
 */
export async function startGitWorld(reachable: readonly string[] = [], extra: NodeJS.ProcessEnv = {}) {
  const server = await gitServer()
  try {
    const world = await startWorld({ OUTBOUND_ALLOW: [server.host, ...reachable].join(','), ...extra })
    return {
      server,
      world,
      git: gitOperationsOf(world, server),
      async stop() {
        await world.stop()
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

function gitOperationsOf(world: World, server: GitServer) {
  async function newest(spaceId: string): Promise<GitOperation> {
    const { body } = await world.send('listSpaceGitOperations', { params: { spaceId }, query: { limit: '1' } })
    return body.items[0]
  }

  /** Resolves when an operation has ended. */
  const ended = (spaceId: string): Promise<GitOperation> =>
    until(async () => {
      const operation = await newest(spaceId)
      return operation.state !== 'pending' && operation.state !== 'running' && operation
    })

  const start = async (
    id: string,
    spaceId: string,
    { url }: Pick<GitRepository, 'url'>,
    { as, ...given }: Given = {},
  ) => {
    const body = { url, ref: 'refs/heads/main', ...given }
    const { status, body: answer } = await world.send(id, { params: { spaceId }, body, ...(as && { as }) })
    if (status !== 204) throw new Error(`${id} answered ${status}: ${JSON.stringify(answer)}`)
    return ended(spaceId)
  }

  return {
    ended,
    newest,
    importFrom: (repository: Pick<GitRepository, 'url'>, spaceId: string, given?: Given) =>
      start('importGitRepository', spaceId, repository, given),
    exportTo: (repository: Pick<GitRepository, 'url'>, spaceId: string, given?: Given) =>
      start('exportToGitRepository', spaceId, repository, { commitMessage: 'Update the docs', ...given }),
    /** Exports, and cancels that between push and record; resolves with the commit that was pushed. */
    async exportUnrecorded(repository: GitRepository, spaceId: string): Promise<string> {
      const push = server.hold(`${repository.path}/git-receive-pack`, { isAnswer: true })
      const body = { url: repository.url, ref: 'main', commitMessage: 'Update' }
      const started = await world.send('exportToGitRepository', { params: { spaceId }, body })
      await push.arrived
      const { id: importRunId } = await newest(spaceId)
      const cancelled = await world.send('cancelImportRun', { params: { importRunId } })
      push.release()
      const statuses = `${started.status} ${cancelled.status}`
      if (statuses !== '204 201') throw new Error(`The export and its end answered ${statuses}.`)
      return repository.head()
    },
    async pagesOf(
      spaceId: string,
    ): Promise<{ id: string; title: string; path: string; git?: { oid: string; path: string } }[]> {
      const { body } = await world.send('listPages', { params: { spaceId } })
      const all = (pages: { pages?: never[] }[]): never[] =>
        pages.flatMap((page) => [page as never, ...all(page.pages ?? [])])
      return all(body.pages)
    },
    async markdownOf(spaceId: string, pageId: string): Promise<string> {
      const query = { format: 'markdown' }
      return (await world.send('getPageById', { params: { spaceId, pageId }, query })).body.markdown
    },
    async edit(spaceId: string, pageId: string, markdown: string, as?: string): Promise<void> {
      const { id } = await world.makeChangeRequest(spaceId, as)
      await world.write(spaceId, id, [{ operation: 'update_page', page: pageId, document: { markdown } }])
      await world.merge(spaceId, id)
    },
  }
}
