import { parseArgs } from 'node:util'
import { Email } from '@quire/contracts'
import { type CommandDatabase, openForCommand } from '../command-transactions.ts'
import type { SystemConfig } from '../tokens/system-config.ts'
import { deletePerson } from './delete-person.ts'
import { listOrganizations, listPeople } from './lists.ts'
import { disablePerson, enablePerson, endSessionsOf, findPerson, type PersonName } from './people.ts'

interface Flags {
  email?: string | undefined
  id?: string | undefined
  search?: string | undefined
  force?: boolean | undefined
}

type Print = (line: string) => void
type Command = (database: CommandDatabase, flags: Flags, print: Print) => Promise<void>

/** A command about one person; prints what it did. */
const onPerson =
  (act: (database: CommandDatabase, person: Awaited<ReturnType<typeof findPerson>>, flags: Flags) => Promise<string>) =>
  async (database: CommandDatabase, flags: Flags, print: Print) => {
    print(await act(database, await findPerson(database, personIn(flags)), flags))
  }

const commands: Record<string, { run: Command; flags: (keyof Flags)[] }> = {
  people: { run: (database, { search }, print) => listPeople(database, { search, print }), flags: ['search'] },
  organizations: {
    run: (database, { search }, print) => listOrganizations(database, { search, print }),
    flags: ['search'],
  },
  'end-sessions': { run: onPerson(endSessionsOf), flags: ['email', 'id'] },
  disable: { run: onPerson(disablePerson), flags: ['email', 'id'] },
  enable: { run: onPerson(enablePerson), flags: ['email', 'id'] },
  delete: {
    run: onPerson((database, person, { force = false }) => deletePerson(database, person, { force })),
    flags: ['email', 'id', 'force'],
  },
}

/**
 * Performs a command of the operator (docs/operations.md#people-and-organizations) and prints its results, line by line.
 * Throws one line that says what is wrong.
 */
export async function administer(config: SystemConfig, args: readonly string[], print: Print): Promise<void> {
  const [name = '', ...rest] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command)
    throw new Error(`Name a command: ${Object.keys(commands).join(', ')}. "npm run admin -- --help" describes them.`)
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: rest,
    options: { email: text, id: text, search: text, force: { type: 'boolean' } },
  })
  const foreign = Object.keys(values).find((flag) => !command.flags.some((one) => one === flag))
  if (foreign !== undefined) throw new Error(`--${foreign} is not for "${name}"`)
  await using database = await openForCommand(config)
  await command.run(database, values, print)
}

function personIn({ email, id }: Flags): PersonName {
  if ((email === undefined) === (id === undefined)) throw new Error('Name one person: with --email or with --id.')
  if (id !== undefined) return { id }
  const parsed = Email.safeParse(email)
  if (!parsed.success) throw new Error('--email: must be an e-mail address')
  return { email: parsed.data }
}
