/** The parameters with which a program sends a person here, as OAuth names them. */
const names = {
  client_id: 'clientId',
  redirect_uri: 'redirectUri',
  response_type: 'responseType',
  code_challenge: 'codeChallenge',
  code_challenge_method: 'codeChallengeMethod',
  resource: 'resource',
  state: 'state',
} as const

export type ProgramSearch = Partial<Record<keyof typeof names, string>>

/** Reads the parameters that are there. */
export function readProgramRequest(search: URLSearchParams): ProgramSearch {
  const found: ProgramSearch = {}
  for (const name of Object.keys(names) as (keyof typeof names)[]) {
    const value = search.get(name)
    if (value !== null) found[name] = value
  }
  return found
}

/** Returns the request for the operations that describe and allow it, which check it. */
export const requestOf = (search: ProgramSearch) => ({
  clientId: search.client_id ?? '',
  redirectUri: search.redirect_uri ?? '',
  responseType: (search.response_type ?? '') as 'code',
  codeChallenge: search.code_challenge ?? '',
  codeChallengeMethod: (search.code_challenge_method ?? '') as 'S256',
  resource: search.resource ?? '',
  ...(search.state !== undefined && { state: search.state }),
})
