import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import { allPages } from '../space/pages.ts'
import type { Nameable, NameableFile } from './nameable.ts'

/** The places of a text in which an address or a name stands, by what it is of. */
const places = {
  page: /(?:\{% content-ref url="|<a\b[^>\n]*\bhref=")([^"\n]*)$/,
  image: /!\[[^\]\n]*\]\(([^)\n]*)$/,
  file: /\{% file src="([^"\n]*)$/,
  document: /\{% openapi src="([^"\n]*)$/,
  reusableContent: /\{% include "([^"\n]*)$/,
  specification: /\{% openapi-(?:operation|webhook|schemas) spec="([^"\n]*)$/,
} as const
type Kind = keyof typeof places

/** Completes the address in a block or picture: what the space has for it, and a file of this device. */
export async function addressCompletions(
  context: CompletionContext,
  nameable: Nameable,
  chooseUpload: string,
): Promise<CompletionResult | null> {
  for (const kind of Object.keys(places) as Kind[]) {
    const place = context.matchBefore(places[kind])
    const typed = places[kind].exec(place?.text ?? '')?.[1]
    if (!place || typed === undefined) continue
    const options = await optionsOf(kind, nameable, uploadOption(nameable, chooseUpload, place.from))
    return { from: context.pos - typed.length, options, validFor: /^[^")\n]*$/ }
  }
  return null
}

async function optionsOf(
  kind: Kind,
  nameable: Nameable,
  upload: (accept: string) => Completion,
): Promise<Completion[]> {
  switch (kind) {
    case 'page':
      return allPages(await nameable.pages()).map(({ id, title }) => ({ label: title, apply: `/pages/${id}` }))
    case 'image':
      return [upload('image/*'), ...filesOf(await nameable.files(), isImage)]
    case 'file':
      return [upload(''), ...filesOf(await nameable.files(), () => true)]
    case 'document':
      return filesOf(await nameable.files(), (file) => !isImage(file))
    case 'reusableContent':
      return (await nameable.reusableContents()).map(({ id, title }) => ({
        label: title,
        apply: `/reusable-contents/${id}`,
      }))
    case 'specification':
      return (await nameable.specifications()).map((name) => ({ label: name }))
  }
}

const isImage = ({ contentType }: NameableFile) => contentType.startsWith('image/')

const filesOf = (files: readonly NameableFile[], isOffered: (file: NameableFile) => boolean): Completion[] =>
  files.filter(isOffered).map(({ id, name }) => ({ label: name, apply: `/files/${id}` }))

/** Returns the offer to upload a file, whose markdown takes the place of the picture or block that begins at `from`. */
const uploadOption =
  ({ chooseFiles }: Nameable, label: string, from: number) =>
  (accept: string): Completion => ({
    label,
    boost: 1,
    apply(view: EditorView, _: Completion, __: number, at: number) {
      const behind = view.state.sliceDoc(at, view.state.doc.lineAt(at).to)
      const rest = /^.*?(?:\)|%\})/.exec(behind)?.[0].length ?? 0
      view.dispatch({ changes: { from, to: at + rest }, selection: { anchor: from } })
      chooseFiles(accept)
    },
  })
