import { createHmac } from 'node:crypto'

/** A pull request as its server reports it. */
export interface Pull {
  number: number
  isOpen: boolean
  /** The repository that it is against, such as `team/docs`. */
  name: string
  base: string
  /** Makes the body one of its own. */
  title: string
}

interface Credentials {
  username: string
  password: string
}

/** How a kind of server reports and offers a pull request, and takes a status. */
export interface PullKind {
  host: string
  bodyOf(pull: Pull): object
  headersOf(body: object, secret: string): Record<string, string>
  /** The ref at which the server offers the head. */
  refOf(number: number): string
  /** The path at which it takes the status of a commit. */
  api(name: string, oid: string): string
  authorization(credentials: Credentials): string
  /** Its words for a preview that is being made, and for one that is ready. */
  states: [string, string]
  /** The field of a status with the address that it leads to. */
  target: string
}

const hmac = (body: object, secret: string) => createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')
const bearer = ({ password }: Credentials) => `Bearer ${password}`
const basic = ({ username, password }: Credentials) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

const gitHub: PullKind = {
  host: 'github',
  bodyOf: ({ number, isOpen, name, base, title }) => ({
    action: isOpen ? 'opened' : 'closed',
    number,
    pull_request: { number, title, state: isOpen ? 'open' : 'closed', base: { ref: base } },
    repository: { full_name: name },
  }),
  headersOf: (body, secret) => ({ 'X-Hub-Signature-256': `sha256=${hmac(body, secret)}` }),
  refOf: (number) => `refs/pull/${number}/head`,
  api: (name, oid) => `/api/v3/repos/${name}/statuses/${oid}`,
  authorization: bearer,
  states: ['pending', 'success'],
  target: 'target_url',
}

const gitea: PullKind = {
  ...gitHub,
  host: 'gitea',
  headersOf: (body, secret) => ({ 'X-Gitea-Signature': hmac(body, secret) }),
  api: (name, oid) => `/api/v1/repos/${name}/statuses/${oid}`,
  authorization: basic,
}

const gitLab: PullKind = {
  host: 'gitlab',
  bodyOf: ({ number, isOpen, name, base, title }) => ({
    object_kind: 'merge_request',
    project: { path_with_namespace: name },
    object_attributes: { iid: number, title, state: isOpen ? 'opened' : 'merged', target_branch: base },
  }),
  headersOf: (_, secret) => ({ 'X-Gitlab-Token': secret }),
  refOf: (number) => `refs/merge-requests/${number}/head`,
  api: (name, oid) => `/api/v4/projects/${encodeURIComponent(name)}/statuses/${oid}`,
  authorization: bearer,
  states: ['pending', 'success'],
  target: 'target_url',
}

const bitbucket: PullKind = {
  host: 'bitbucket',
  bodyOf: ({ number, isOpen, name, base, title }) => ({
    pullrequest: {
      ...{ id: number, title, state: isOpen ? 'OPEN' : 'MERGED', destination: { branch: { name: base } } },
      source: { branch: { name: 'feature' }, repository: { full_name: name } },
    },
    repository: { full_name: name },
  }),
  headersOf: (body, secret) => ({ 'X-Hub-Signature': `sha256=${hmac(body, secret)}` }),
  refOf: () => 'refs/heads/feature',
  api: (_, oid) => `/rest/build-status/1.0/commits/${oid}`,
  authorization: basic,
  states: ['INPROGRESS', 'SUCCESSFUL'],
  target: 'url',
}

export const pullKinds = {
  GitHub: gitHub,
  Gitea: gitea,
  Forgejo: { ...gitea, headersOf: (body, secret) => ({ 'X-Forgejo-Signature': hmac(body, secret) }) },
  GitLab: gitLab,
  Bitbucket: bitbucket,
  'Bitbucket Data Center': {
    ...bitbucket,
    bodyOf: ({ number, isOpen, name, base, title }) => ({
      eventKey: isOpen ? 'pr:opened' : 'pr:merged',
      pullRequest: {
        ...{ id: number, title, state: isOpen ? 'OPEN' : 'MERGED' },
        toRef: {
          id: `refs/heads/${base}`,
          repository: { slug: name.split('/')[1], project: { key: name.split('/')[0]?.toUpperCase() } },
        },
      },
    }),
    refOf: (number) => `refs/pull-requests/${number}/from`,
  },
} satisfies Record<string, PullKind>
