import type { SiteCustomizationSettings } from '@quire/contracts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { upload } from '../../../api/upload.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx'
import { Field } from '../../../parts/field.tsx'
import { refusedFields } from '../../../parts/refusals.ts'
import { Notice } from '../../../parts/states.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useWordsOf } from '../../../words/words.ts'
import dialog from '../site-dialog.module.css'

type CustomFont = Exclude<SiteCustomizationSettings['styling']['font'], string>

interface NewFontProps {
  organizationId: string
  onClose: () => void
  onCreated: (font: CustomFont) => Promise<void>
}

/** Adds a font to the organization, in the weights that text has: regular and bold. */
export function NewFont({ organizationId, onClose, onCreated }: NewFontProps) {
  const words = useWordsOf('customization')
  const { form, change, clear } = useFormDraft(`new-font/${organizationId}`, { name: '' })
  const { name } = form
  const [files, setFiles] = useState<{ 400?: File | undefined; 700?: File | undefined }>({})
  const create = useMutation({
    async mutationFn() {
      const chosen = ([400, 700] as const).flatMap((weight) => {
        const file = files[weight]
        return file ? [{ weight, file }] : []
      })
      const fontFaces = await Promise.all(
        chosen.map(async ({ weight, file }) => ({
          weight,
          storageKey: await upload({ organizationId, file, kind: 'customization_font' }),
        })),
      )
      return api.put('/v1/orgs/{organizationId}/fonts', {
        params: { organizationId },
        body: { fontFamily: name.trim(), fontFaces },
      })
    },
    onSuccess({ permissions: _, ...font }) {
      clear()
      return onCreated(font)
    },
  })
  const discard = () => {
    clear()
    onClose()
  }
  const refused = refusedFields(create.error, words, ['fontFamily'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  const fileField = (weight: 400 | 700, label: string) => (
    <Field
      label={label}
      hint={words.fontFileHint}
      type="file"
      accept=".woff2,.woff,.ttf,.otf"
      required={weight === 400}
      onChange={({ target }) => setFiles({ ...files, [weight]: target.files?.[0] })}
    />
  )
  return (
    <Dialog
      open
      onClose={onClose}
      isHeld={Object.values(files).some(Boolean)}
      title={words.newFont}
      description={words.newFontHint}
    >
      <form className={dialog.form} onSubmit={submit}>
        <Field
          label={words.fontName}
          value={name}
          required
          autoFocus
          maxLength={50}
          error={refused.of('fontFamily')}
          onChange={({ target }) => change({ name: target.value })}
        />
        {fileField(400, words.regularFile)}
        {fileField(700, words.boldFile)}
        {refused.other && <Notice>{refused.other}</Notice>}
        <DialogButtons>
          <Button onClick={discard}>{words.cancel}</Button>
          <Button kind="primary" type="submit" busy={create.isPending}>
            {words.createFont}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
