import { parseArgs } from 'node:util'
import { DisplayName, Email } from '@quire/contracts'
import { type CommandDatabase, openForCommand } from '../command-transactions.ts'
import { findPublicUrl, findSystem } from '../tokens/system-config.ts'
import { type Administering, byCommand } from './administering.ts'
import { deletePerson } from './delete-person.ts'
import { printFigures, readFigures } from './figures.ts'
import { findInstallation } from './installation.ts'
import { listTokens, revokeInstallationToken } from './installation-tokens.ts'
import { listDeletions, listOrganizations, listPeople } from './lists.ts'
import { deleteOrganizationNow } from './organizations.ts'
import { disablePerson, enablePerson, endSessionsOf, findPerson, type PersonName } from './people.ts'
import { printedSignInLink } from './sign-in-link.ts'

interface Flags {
  email?: string | undefined
  id?: string | undefined
  name?: string | undefined
  search?: string | undefined
  force?: boolean | undefined
  json?: boolean | undefined
}

type Print = (line: string) => void
type Command = (env: NodeJS.ProcessEnv, flags: Flags, print: Print) => Promise<void>

/** A command that works on the database of identity. */
const onDatabase =
  (act: (database: CommandDatabase, flags: Flags, print: Print) => Promise<void>): Command =>
  async (env, flags, print) => {
    await using database = await openForCommand(findSystem(env))
    await act(database, flags, print)
  }

/** A command about one person; prints what it did. */
const onPerson = (
  act: (by: Administering, person: Awaited<ReturnType<typeof findPerson>>, flags: Flags) => Promise<string>,
) =>
  onDatabase(async (database, flags, print) => {
    print(await act(byCommand(database), await findPerson(database, personIn(flags)), flags))
  })

/** A command about the thing that it names, such as an organization. */
const onThing = (what: string, act: (by: Administering, id: string) => Promise<string>) =>
  onDatabase(async (database, { id }, print) => {
    if (id === undefined) throw new Error(`Name one ${what} by its id.`)
    print(await act(byCommand(database), id))
  })

const commands: Record<string, { run: Command; flags: (keyof Flags)[] }> = {
  people: {
    run: onDatabase((database, { search }, print) => listPeople(database, { search, print })),
    flags: ['search'],
  },
  organizations: {
    run: onDatabase((database, { search }, print) => listOrganizations(database, { search, print })),
    flags: ['search'],
  },
  'organizations delete': { run: onThing('organization', deleteOrganizationNow), flags: ['id'] },
  'organizations deleted': { run: onDatabase((database, _, print) => listDeletions(database, { print })), flags: [] },
  tokens: { run: onDatabase((database, _, print) => listTokens(database, print)), flags: [] },
  revoke: { run: onThing('token', revokeInstallationToken), flags: ['id'] },
  figures: { run: showFigures, flags: ['json'] },
  'sign-in-link': {
    run: async (env, flags, print) => {
      await using database = await openForCommand(findSystem(env))
      print(await printedSignInLink(database, { ...newPersonIn(flags), publicUrl: findPublicUrl(env) }))
    },
    flags: ['email', 'name'],
  },
  'end-sessions': {
    run: onPerson(async (by, person) => `${await endSessionsOf(by, person)} tokens ended`),
    flags: ['email', 'id'],
  },
  disable: {
    run: onPerson(async (by, person) => `disabled; ${await disablePerson(by, person)} tokens ended`),
    flags: ['email', 'id'],
  },
  enable: {
    run: onPerson(async (by, person) => {
      await enablePerson(by, person)
      return 'enabled'
    }),
    flags: ['email', 'id'],
  },
  delete: {
    run: onPerson(async (by, person, { force = false }) => {
      const left = await deletePerson(by, person, { force })
      return left === undefined ? 'deleted before' : `deleted; left ${left} organizations`
    }),
    flags: ['email', 'id', 'force'],
  },
}

/**
 * Performs a command of the operator (docs/operations.md#people-and-organizations) on the system that the environment
 * names, and prints its results, line by line. Throws one line that says what is wrong.
 */
export async function administer(env: NodeJS.ProcessEnv, args: readonly string[], print: Print): Promise<void> {
  const { name, rest } = splitArguments(args)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    const unknown = name === '' ? '' : `There is no command "${name}". `
    const known = Object.keys(commands).join(', ')
    throw new Error(`${unknown}Name a command: ${known}. "npm run admin -- --help" describes them.`)
  }
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: rest,
    options: { email: text, id: text, name: text, search: text, force: { type: 'boolean' }, json: { type: 'boolean' } },
  })
  const foreign = Object.keys(values).find((flag) => !command.flags.some((one) => one === flag))
  if (foreign !== undefined) throw new Error(`--${foreign} is not for "${name}"`)
  await command.run(env, values, print)
}

/** Splits the arguments after the name of the command, which has two words for what is done to an organization. */
function splitArguments([first = '', second = '', ...others]: readonly string[]): { name: string; rest: string[] } {
  const name = `${first} ${second}`
  if (!Object.hasOwn(commands, name)) return { name: first, rest: second === '' ? others : [second, ...others] }
  const [id, ...rest] = others
  return { name, rest: id === undefined || id.startsWith('-') ? others : ['--id', id, ...rest] }
}

async function showFigures(env: NodeJS.ProcessEnv, { json = false }: Flags, print: Print): Promise<void> {
  const figures = await readFigures(findInstallation(env))
  if (json) print(JSON.stringify(figures))
  else printFigures(figures, print)
}

function personIn({ email, id }: Flags): PersonName {
  if ((email === undefined) === (id === undefined)) throw new Error('Name one person: with --email or with --id.')
  return id === undefined ? { email: addressIn(email) } : { id }
}

function newPersonIn({ email, name }: Flags): { email: string; displayName: string | undefined } {
  if (email === undefined) throw new Error('--email: say whom the link signs in, for example --email ada@example.com')
  const displayName = name === undefined ? undefined : DisplayName.safeParse(name).data
  if (name !== undefined && displayName === undefined) throw new Error('--name: must be a name of a person')
  return { email: addressIn(email), displayName }
}

function addressIn(email: string | undefined): string {
  const parsed = Email.safeParse(email)
  if (!parsed.success) throw new Error('--email: must be an e-mail address')
  return parsed.data
}
