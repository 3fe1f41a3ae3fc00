import { z } from 'zod'
import { parseRef } from '../git-remote.ts'
import type { GitSyncRow } from '../sync/sync-rows.ts'

/** A change of a pull request, or merge request, as a webhook reports it. */
export interface PullEvent {
  number: number
  isOpen: boolean
  /** The repository that it is against: the end of its path, such as `team/docs`. */
  repository: string
  /** The full name of the branch that it is against. */
  target: string
  /** The ref at which the server offers the head; undefined if it offers none. */
  sourceRef: string | undefined
}

const number = z
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1)
const branch = z.object({ name: z.string() })

const ofGitHub = z.object({
  pull_request: z.object({ number, state: z.string(), base: z.object({ ref: z.string() }) }),
  repository: z.object({ full_name: z.string() }),
})
const ofGitLab = z.object({
  object_kind: z.literal('merge_request'),
  project: z.object({ path_with_namespace: z.string() }),
  object_attributes: z.object({ iid: number, state: z.string(), target_branch: z.string() }),
})
const ofBitbucket = z.object({
  pullrequest: z.object({
    id: number,
    state: z.string(),
    source: z.object({ branch, repository: z.object({ full_name: z.string() }).nullable().optional() }),
    destination: z.object({ branch }),
  }),
  repository: z.object({ full_name: z.string() }),
})
const ofBitbucketServer = z.object({
  pullRequest: z.object({
    id: number,
    state: z.string(),
    toRef: z.object({
      id: z.string(),
      repository: z.object({ slug: z.string(), project: z.object({ key: z.string() }) }),
    }),
  }),
})

const branchOf = (name: string) => `refs/heads/${name}`

/** Reads the webhooks of GitHub, and of Gitea and Forgejo, which have the same. */
function gitHubEvent(body: unknown): PullEvent | undefined {
  const { pull_request: pull, repository } = ofGitHub.safeParse(body).data ?? {}
  if (!pull || !repository) return undefined
  return {
    number: pull.number,
    isOpen: pull.state === 'open',
    repository: repository.full_name,
    target: branchOf(pull.base.ref),
    sourceRef: `refs/pull/${pull.number}/head`,
  }
}

function gitLabEvent(body: unknown): PullEvent | undefined {
  const { object_attributes: request, project } = ofGitLab.safeParse(body).data ?? {}
  if (!request || !project) return undefined
  return {
    number: request.iid,
    isOpen: request.state === 'opened',
    repository: project.path_with_namespace,
    target: branchOf(request.target_branch),
    sourceRef: `refs/merge-requests/${request.iid}/head`,
  }
}

/** Bitbucket Cloud offers the branches of the repository alone, Bitbucket Data Center a ref of each pull request. */
function bitbucketEvent(body: unknown): PullEvent | undefined {
  const { pullrequest: pull, repository } = ofBitbucket.safeParse(body).data ?? {}
  if (pull && repository)
    return {
      number: pull.id,
      isOpen: pull.state === 'OPEN',
      repository: repository.full_name,
      target: branchOf(pull.destination.branch.name),
      sourceRef:
        pull.source.repository?.full_name === repository.full_name ? properRef(pull.source.branch.name) : undefined,
    }
  const { pullRequest } = ofBitbucketServer.safeParse(body).data ?? {}
  if (!pullRequest) return undefined
  const { project, slug } = pullRequest.toRef.repository
  return {
    number: pullRequest.id,
    isOpen: pullRequest.state === 'OPEN',
    repository: `${project.key}/${slug}`,
    target: pullRequest.toRef.id,
    sourceRef: `refs/pull-requests/${pullRequest.id}/from`,
  }
}

function properRef(name: string): string | undefined {
  try {
    return parseRef(branchOf(name), 'body')
  } catch {
    return undefined
  }
}

const readers: Record<GitSyncRow['host'], (body: unknown) => PullEvent | undefined> = {
  github: gitHubEvent,
  gitea: gitHubEvent,
  gitlab: gitLabEvent,
  bitbucket: bitbucketEvent,
  other: () => undefined,
}

/** Returns what a webhook says of a pull request; undefined if it is about something else. */
export function pullEventIn(host: GitSyncRow['host'], body: Buffer): PullEvent | undefined {
  try {
    return readers[host](JSON.parse(body.toString('utf8')))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** True if a pull request is against the repository of a synchronization, in whatever case its server writes it. */
export function isOfRepository({ repository }: PullEvent, { url }: Pick<GitSyncRow, 'url'>): boolean {
  const path = new URL(url).pathname.replace(/\.git$/, '').toLowerCase()
  return repository !== '' && path.endsWith(`/${repository.toLowerCase()}`)
}
