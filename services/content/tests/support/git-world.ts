import type { GitOperation } from '@quire/contracts'
import { type GitRepository, gitServer } from '@quire/world/git-server'
import { startWorld, type World } from '../world.ts'

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
      git: gitOperationsOf(world),
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

function gitOperationsOf(world: World) {
  async function newest(spaceId: string): Promise<GitOperation> {
    const { body } = await world.send('listSpaceGitOperations', { params: { spaceId }, query: { limit: '1' } })
    return body.items[0]
  }

  /** Resolves when an operation has ended; polls with requests, each of which takes its time. */
  async function ended(spaceId: string): Promise<GitOperation> {
    for (;;) {
      const operation = await newest(spaceId)
      if (operation.state !== 'pending' && operation.state !== 'running') return operation
    }
  }

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
