import { body, inside, type Rows, type Stage } from './row-types.ts'

const form = (fields: Record<string, string>) => () => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
})

const redirectUri = 'https://program.example/'

/** What the console sends once a program has asked for an internal site. */
const asked = async ({ fresh }: Stage) => {
  const { clientId = 'absent', url = 'https://quire.test' } = await fresh('program request')
  return {
    body: {
      ...{ clientId, redirectUri, responseType: 'code', codeChallenge: 'a'.repeat(43), codeChallengeMethod: 'S256' },
      resource: `${url}/-/mcp`,
    },
  }
}

export const programRows: Rows = {
  registerProgramClient: { least: 'anyone', ok: 201, reads: true, given: body({ redirect_uris: [redirectUri] }) },
  describeProgramRequest: { least: 'read', ok: 200, ...inside, reads: true, given: asked },
  // Only the console lets programs in, and no token.
  allowProgram: { least: 'read', ok: 403, ...inside, given: asked },
  // Anybody gets as far as the client, which is none. A read-only token ends before.
  exchangeProgramGrant: {
    least: 'anyone',
    ok: 401,
    meets: { limited: 403 },
    given: form({ grant_type: 'refresh_token', client_id: 'a.b' }),
  },
  revokeProgramToken: { least: 'anyone', ok: 200, meets: { limited: 403 }, given: form({ token: 'none' }) },
  listProgramsForAuthenticatedUser: { least: 'user', ok: 200 },
  endProgram: { least: 'user', ok: 204 },
}
