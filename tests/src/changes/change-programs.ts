import { createHash } from 'node:crypto'
import { signInToConsole } from './in-console.ts'
import { type Script, write } from './script.ts'

const redirectUri = 'https://program.example/'
const verifier = 'v'.repeat(43)

/** Lets a program read an internal site twice: the first permission the program ends, the second one the person. */
export async function changePrograms(script: Script, spaceId: string) {
  const { api } = script
  const { id: siteId } = await write(script, 'createSite', { body: { visibility: 'members', spaces: [spaceId] } })
  const { urls } = await write(script, 'publishSite', { params: { siteId } })
  const client = await api.made('registerProgramClient', '', { body: { redirect_uris: [redirectUri] } })
  const form = (id: string, fields: Record<string, string>) =>
    api.made(id, '', {
      body: new URLSearchParams({ client_id: client.client_id, ...fields }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
  const codeChallenge = createHash('sha256').update(verifier).digest('base64url')
  const body = {
    ...{ clientId: client.client_id, redirectUri, responseType: 'code', codeChallenge, codeChallengeMethod: 'S256' },
    resource: `${urls.published}/-/mcp`,
  }
  const inConsole = await signInToConsole(script)
  const allowed = async () => new URL((await inConsole('allowProgram', { body })).url).searchParams.get('code') ?? ''
  const grant = { grant_type: 'authorization_code', redirect_uri: redirectUri, code_verifier: verifier }
  const tokens = await form('exchangeProgramGrant', { ...grant, code: await allowed() })
  await form('revokeProgramToken', { token: tokens.refresh_token })
  await allowed()
  const { items } = await write(script, 'listProgramsForAuthenticatedUser')
  await write(script, 'endProgram', { params: { programId: items[0].id } })
}
