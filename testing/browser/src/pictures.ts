import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pixelmatch from 'pixelmatch'
import { decodePng, encodePalettePng, encodePng, type Pixels } from './palette-png.ts'

/** Differences of this size between colours, of 0 to 1, are not seen; those of antialiased edges are not counted. */
const threshold = 0.1
/** The number of pixels that may differ in a square, and the side of the square in pixels. */
const square = 32
const maxDifferent = 12

/** Milliseconds that a page may take to look as accepted, on a busy machine, and between two looks at it. */
const lateMs = 20_000
const pauseMs = 200
/** Looks in a row that find the same page before it counts as all there. Many screens that differ would take minutes otherwise. */
const sameLooks = 10
/** Milliseconds that a page is left to itself before a picture of it is accepted. */
const acceptanceMs = 1000

/** Pictures that people have looked at and accepted, in a folder, by name. */
interface AcceptedPictures {
  /** Returns how a screenshot differs from the accepted picture, in words; undefined if it does not. */
  difference(name: string, screenshot: Uint8Array): string | undefined
  /**
   * Takes screenshots until one is as accepted or the page no longer changes, for at most 20 s; returns how the last one
   * differs. `take` resolves with undefined if the page was drawn again meanwhile.
   */
  lastDifference(name: string, take: () => Promise<Uint8Array | undefined>): Promise<string | undefined>
  /** Returns the names of pictures that `difference` was not asked for. */
  unused(): string[]
}

/** The hashes of the screenshots that pictures were accepted from: the same one again need not be decoded and compared. */
const hashesFile = 'screenshots.json'

/**
 * Opens the accepted pictures of a folder. With `accepts`, every screenshot is accepted, and pictures without one are
 * deleted by `unused`.
 */
export function openPictures(folder: string, accepts: boolean): AcceptedPictures {
  const asked = new Set<string>()
  const hashes: Record<string, string> = JSON.parse(String(read(join(folder, hashesFile)) ?? '{}'))
  const keepHashes = () =>
    writeFileSync(join(folder, hashesFile), `${JSON.stringify(hashes, Object.keys(hashes).toSorted(), 2)}\n`)

  function difference(name: string, screenshot: Uint8Array): string | undefined {
    asked.add(name)
    const hash = createHash('sha256').update(screenshot).digest('base64url')
    if (hashes[name] === hash) return undefined
    const file = join(folder, `${name}.png`)
    const taken = decodePng(screenshot)
    const known = read(file)
    const found = known ? compare(name, decodePng(known), taken) : 'it was not accepted yet'
    if (!accepts) return found && `${name}: ${found}`
    mkdirSync(folder, { recursive: true })
    if (found !== undefined) writeFileSync(file, encodePalettePng(taken))
    hashes[name] = hash
    keepHashes()
    return undefined
  }

  return {
    difference,
    async lastDifference(name, take) {
      let [previous, same]: [Buffer | undefined, number] = [undefined, 0]
      for (const deadline = performance.now() + lateMs; ; await setTimeout(pauseMs)) {
        if (accepts) await setTimeout(acceptanceMs)
        const taken = await take()
        const screenshot = taken && Buffer.from(taken)
        const found = screenshot ? difference(name, screenshot) : `${name}: it was drawn again and again`
        same = screenshot && previous?.equals(screenshot) ? same + 1 : 1
        previous = screenshot
        if (!found || same === sameLooks || performance.now() > deadline) return found
      }
    },
    unused() {
      const names = readdirSync(folder).flatMap((file) =>
        file.endsWith('.png') ? [file.slice(0, -'.png'.length)] : [],
      )
      const unused = names.filter((name) => !asked.has(name))
      if (!accepts) return unused
      for (const name of unused) {
        rmSync(join(folder, `${name}.png`))
        delete hashes[name]
      }
      if (unused.length > 0) keepHashes()
      return []
    },
  }
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    // A new picture has no file.
    return undefined
  }
}

/** Returns the difference of two pictures, and leaves both with what differs in the system's temporary folder. */
function compare(name: string, known: Pixels, taken: Pixels): string | undefined {
  const { width, height } = known
  if (width !== taken.width || height !== taken.height) {
    const at = leave(name, { taken, known })
    return `it is ${taken.width} by ${taken.height} pixels, and was ${width} by ${height}: see ${at}`
  }
  if (countDifferent(known, taken) <= maxDifferent) return undefined
  // Colours that the accepted picture has others for get the same ones here.
  const stored = decodePng(encodePalettePng(taken))
  const different = Buffer.alloc(width * height * 4)
  const count = countDifferent(known, stored, different)
  if (count <= maxDifferent) return undefined
  const at = leave(name, { taken, known, different: { width, height, data: different } })
  return `${count} pixels differ in a square of ${square} by ${square}, all ${placeOf(different, width)}: see ${at}`
}

/** Returns where the pixels are that pixelmatch has drawn in red, in words: the pictures may be gone when somebody reads it. */
function placeOf(drawn: Buffer, width: number): string {
  const red = 0xff0000ff
  const found = Array.from({ length: drawn.length / 4 }, (_, at) => at).filter(
    (at) => drawn.readUInt32BE(at * 4) === red,
  )
  const [columns, rows] = [found.map((at) => at % width), found.map((at) => Math.floor(at / width))]
  const least = (values: number[]) => values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  const most = (values: number[]) => values.reduce((one, other) => Math.max(one, other), 0)
  return `between ${least(columns)}, ${least(rows)} and ${most(columns)}, ${most(rows)}`
}

/** Returns the number of pixels that differ in the square with most of them, and draws all that differ. */
const countDifferent = ({ data, width, height }: Pixels, other: Pixels, drawn?: Buffer): number =>
  pixelmatch(data, other.data, drawn, width, height, { threshold, windowSize: square })

function leave(name: string, files: Record<string, Pixels>): string {
  const folder = join(tmpdir(), 'quire-pictures')
  mkdirSync(folder, { recursive: true })
  for (const [kind, one] of Object.entries(files)) writeFileSync(join(folder, `${name}.${kind}.png`), encodePng(one))
  return join(folder, `${name}.*.png`)
}
