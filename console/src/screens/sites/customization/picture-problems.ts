import type { Problem } from '../../../parts/field-problems.ts'
import type { CustomizationWords } from '../../../words/customization/en.ts'

type Texts = CustomizationWords['pictureProblems']

/** The rules by which a file of a site is refused, with what the person reads of each. */
const rules: [RegExp, (texts: Texts, found: string) => Problem][] = [
  // The server names the part in English.
  [/^body: is a drawing with (.*): save it without$/s, (texts, detail) => ({ text: texts.unsafeDrawing, detail })],
  [/^body: is (?:neither a picture nor a font|[\w.+-]+\/[\w.+-]+): /, (texts) => ({ text: texts.kind })],
  [/^body: is a damaged /, (texts) => ({ text: texts.damaged })],
  [/^body: is a picture of .* pixels: it may have (\d+) /, (texts, most) => ({ text: texts.pixels(Number(most)) })],
  [
    /^(?:A file of this kind may have|The (?:body|file) is larger than) (\d+) bytes\.$/,
    (texts, most) => ({ text: texts.large(kilobytes(most)) }),
  ],
  [/^The site has \d+ files of /, (texts) => ({ text: texts.siteIsFull })],
  [/^You have uploaded as many files of sites /, (texts) => ({ text: texts.personIsFull })],
]

const kilobytes = (bytes: string) => Math.floor(Number(bytes) / 1024)

/** Returns why a picture was not accepted, and what to do about it; undefined if the message is none about a picture. */
export function pictureProblem(message: string, words: CustomizationWords): Problem | undefined {
  for (const [rule, say] of rules) {
    const found = rule.exec(message)
    if (found) return say(words.pictureProblems, found[1] ?? '')
  }
  return undefined
}
