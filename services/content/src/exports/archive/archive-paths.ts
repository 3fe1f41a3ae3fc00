import { configPaths } from '../../imports/apply-config.ts'

const maxSegment = 200
/** Names that some system takes for a device, or git for its own folder. */
const takenNames = /^(?:con|prn|aux|nul|com\d|lpt\d|git~\d+)(?=\.|$)/i

/**
 * Returns a function that makes a path safe to unpack on any system and unique in the archive, whatever the case of its
 * letters. A path that is safe and free stays as it is; one that is taken, as `summary` is and the paths of `others`, gets a
 * number before its extension. With `isGiven` a path that is free stays as it is, even if some system could not unpack it.
 */
export function archivePaths(
  summary: string,
  others: readonly string[] = [],
): (path: string, isGiven?: boolean) => string {
  const reserved = [...configPaths, summary, ...others]
  const given = new Set(reserved)
  const files = new Set(reserved.map(keyOf))
  const folders = new Set(others.flatMap(foldersOf).map(keyOf))
  // Nothing can be below a link or another repository.
  const isBelowOther = (path: string) => others.length > 0 && foldersOf(path).some((folder) => given.has(folder))
  const freeFolder = numbering((path) => !files.has(keyOf(path)))
  const freeFile = numbering((path) => !files.has(keyOf(path)) && !folders.has(keyOf(path)))
  return (path, isGiven = false) => {
    if (isGiven && !given.has(path) && !isBelowOther(path)) {
      given.add(path)
      files.add(keyOf(path))
      for (const folder of foldersOf(path)) folders.add(keyOf(folder))
      return path
    }
    const segments = path.split('/')
    const name = safeSegment(segments.pop() ?? '', true)
    let folder = ''
    for (const segment of segments.filter((one) => one !== '' && one !== '.' && one !== '..')) {
      folder = `${freeFolder(`${folder}${safeSegment(segment, false)}`)}/`
      folders.add(keyOf(folder.slice(0, -1)))
    }
    const [, stem = name, extension = ''] = /^(.+?)((?:\.\w{1,10}){0,2})$/s.exec(name) ?? []
    const free = freeFile(`${folder}${stem}`, extension)
    files.add(keyOf(free))
    return free
  }
}

/** Systems that ignore case ignore the form of accents too. */
export function keyOf(path: string): string {
  return path.normalize().toLowerCase()
}

/** Returns the folders of a path, the outermost first. */
export function foldersOf(path: string): string[] {
  const folders: string[] = []
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at))
  return folders
}

/** Removes everything that some system gives a meaning. A leading dot would hide a file, and an import would skip it. */
function safeSegment(segment: string, isFile: boolean): string {
  const plain = segment
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no file name may have them
    .replaceAll(/[\u0000-\u001f\u007f\\:*?"<>|]/g, '-')
    .replace(takenNames, '_$&')
  const visible = !isFile && plain === '.gitbook' ? plain : plain.replace(/^\.+/, '_')
  return shortened(visible).replace(/[. ]+$/, '') || '_'
}

/** Shortens a name before its extension. */
function shortened(name: string): string {
  if (name.length <= maxSegment) return name
  const extension = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  return `${name.slice(0, maxSegment - extension.length).toWellFormed()}${extension}`
}

/**
 * Returns a function that gives a path that is not free the lowest number that makes it free. A path that was not free never
 * is again, so the search goes on where that of the same name ended.
 */
function numbering(isFree: (path: string) => boolean): (stem: string, extension?: string) => string {
  const numbers = new Map<string, number>()
  return (stem, extension = '') => {
    const key = keyOf(`${stem}\0${extension}`)
    let number = numbers.get(key) ?? 0
    const numbered = () => (number === 0 ? `${stem}${extension}` : `${stem}-${number}${extension}`)
    while (!isFree(numbered())) number += 1
    numbers.set(key, number)
    return numbered()
  }
}
