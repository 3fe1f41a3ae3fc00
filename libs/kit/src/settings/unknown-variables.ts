import { readFileSync } from 'node:fs'
// leven (MIT, maintained) counts the edits between two names.
import { closestMatch } from 'leven'
import { z } from 'zod'

/** The names of all settings, of the services and of the commands; `npm run accept` writes the file. */
const file = new URL('./known-variables.json', import.meta.url)

/** The first words of settings with which other software that often runs beside Quire begins its variables too. */
const ofOthers = new Set(['ACCESS', 'DATA', 'GIT', 'LOG', 'OTEL', 'POSTGRES'])
/** Kubernetes announces each Service by such variables, and some Services are named like ours. */
const announced = /_(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT|PORT_\d+_.*)$/

interface UnknownVariable {
  name: string
  /** The known name that it is most like, if one is near. */
  nearest: string | undefined
}

/**
 * Lists the variables of an environment that look like misspelt settings. Environments carry variables of other software,
 * so a name counts only if it is very near a known one, or begins with the first word of one. Nothing depends on it but
 * warnings: a host may well set `DATABASE_NAME`.
 */
export function unknownVariables(env: NodeJS.ProcessEnv): UnknownVariable[] {
  const known = z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
  const ownWords = new Set(known.flatMap(firstWord).filter((word) => !ofOthers.has(word)))
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || announced.test(name) || !/^[A-Z][A-Z0-9_]*$/.test(name)) return []
    const nearest = nearestOf(name, known)
    return nearest !== undefined || firstWord(name).some((word) => ownWords.has(word)) ? [{ name, nearest }] : []
  })
}

/** The first word of a name of several. */
const firstWord = (name: string): string[] => /^([A-Z0-9]+)_/.exec(name)?.slice(1) ?? []

/** Short names are near too many others. */
const editsOf = ({ length }: string) => (length < 6 ? 0 : length < 10 ? 1 : 2)

function nearestOf(name: string, known: readonly string[]): string | undefined {
  const maxDistance = editsOf(name)
  const near = maxDistance === 0 ? undefined : closestMatch(name, known, { maxDistance })
  return near ?? known.find((one) => isSwapped(name, one))
}

/** True if two letters beside each other have changed places, which counts as two edits. */
function isSwapped(name: string, known: string): boolean {
  const at = [...name].findIndex((letter, index) => letter !== known[index])
  return at >= 0 && known === `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}`
}
