import type { GitSync, NewGitSync, SetSpaceGitSync } from '@quire/contracts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { api } from '../../../api/client.ts'
import { Button } from '../../../parts/button.tsx'
import { DialogButtons } from '../../../parts/dialog.tsx'
import { Choice, Field, Switch } from '../../../parts/field.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useWordsOf } from '../../../words/words.ts'
import styles from '../../account/settings.module.css'
import { hasCredentials, hostOf, takesToken, withCredentials } from './remote-address.ts'

interface FormProps {
  spaceId: string
  /** The synchronization that is changed; null for a new one. */
  sync: GitSync | null
  onSaved: (saved: z.output<typeof NewGitSync>) => Promise<void>
  onClose: () => void
}

const hosts = ['github', 'gitlab', 'gitea', 'bitbucket', 'other'] as const
const directions = ['import', 'export'] as const

/** Sets up a synchronization, or changes it. Secrets are not stored on the device. */
export function GitForm({ spaceId, sync, onSaved, onClose }: FormProps) {
  const words = useWordsOf('git')
  const saved = formOf(sync)
  const { form: drafted, change, clear } = useFormDraft(`git-sync/${spaceId}`, saved)
  const [secretUrl, setSecretUrl] = useState<string>()
  const form = { ...drafted, url: secretUrl ?? drafted.url }
  const [credentials, setCredentials] = useState({ user: '', token: '' })
  const setUrl = (url: string) => {
    setSecretUrl(hasCredentials(url) ? url : undefined)
    change({ url: hasCredentials(url) ? saved.url : url, host: hostOf(url) })
  }
  const save = useMutation({
    mutationFn: () =>
      api.put('/v1/spaces/{spaceId}/git/sync', { params: { spaceId }, body: bodyOf(form, credentials, sync) }),
    async onSuccess(answer) {
      clear()
      await onSaved(answer)
    },
  })
  const discard = () => {
    clear()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field
        label={words.repository}
        hint={words.repositoryHint}
        value={form.url}
        required
        autoFocus
        maxLength={2048}
        spellCheck={false}
        onChange={({ target }) => setUrl(target.value)}
      />
      <Choice
        label={words.host}
        value={form.host}
        options={hosts.map((host) => [host, words.hosts[host]] as const)}
        onChange={({ target }) => change({ host: target.value as GitSync['host'] })}
      />
      {takesToken(form.url) && (
        <>
          <Field
            label={words.userName}
            hint={words.userNameHint}
            value={credentials.user}
            autoComplete="off"
            onChange={({ target }) => setCredentials({ ...credentials, user: target.value })}
          />
          <Field
            label={words.token}
            hint={sync ? words.tokenKeptHint : words.tokenHint}
            type="password"
            value={credentials.token}
            autoComplete="off"
            onChange={({ target }) => setCredentials({ ...credentials, token: target.value })}
          />
        </>
      )}
      <Field
        label={words.branch}
        value={form.ref}
        required
        maxLength={200}
        spellCheck={false}
        onChange={({ target }) => change({ ref: target.value })}
      />
      <Field
        label={words.folder}
        hint={words.folderHint}
        value={form.folder}
        maxLength={1024}
        spellCheck={false}
        onChange={({ target }) => change({ folder: target.value })}
      />
      <Choice
        label={words.direction}
        hint={words.directionHint}
        value={form.direction}
        options={directions.map((one) => [one, words.directions[one]] as const)}
        onChange={({ target }) => change({ direction: target.value as GitSync['direction'] })}
      />
      <Field
        label={words.minutes}
        type="number"
        min={1}
        max={1440}
        required
        value={form.minutes}
        onChange={({ target }) => change({ minutes: target.value })}
      />
      <Switch
        label={words.previews}
        hint={words.previewsHint}
        isOn={form.previews}
        onChange={(previews) => change({ previews })}
      />
      {save.error && <Notice>{refusalText(save.error, words)}</Notice>}
      <DialogButtons>
        <Button onClick={discard}>{words.cancel}</Button>
        <Button kind="primary" type="submit" busy={save.isPending}>
          {sync ? words.save : words.start}
        </Button>
      </DialogButtons>
    </form>
  )
}

const branchOf = (ref: string) => ref.replace(/^refs\/heads\//, '')

const formOf = (sync: GitSync | null) => ({
  url: sync?.url ?? '',
  host: sync?.host ?? ('other' as GitSync['host']),
  ref: branchOf(sync?.ref ?? 'main'),
  folder: sync?.repoProjectDirectory ?? '',
  direction: sync?.direction ?? ('import' as GitSync['direction']),
  minutes: String(sync?.pollMinutes ?? 5),
  previews: sync?.previewExternalBranches ?? false,
})

function bodyOf(
  { url, host, ref, folder, direction, minutes, previews }: ReturnType<typeof formOf>,
  credentials: { user: string; token: string },
  sync: GitSync | null,
): z.input<typeof SetSpaceGitSync> {
  const isSamePlace =
    sync !== null && sync.url === url && branchOf(sync.ref) === ref && (sync.repoProjectDirectory ?? '') === folder
  return {
    ...{ url: withCredentials(url, { host, ...credentials }), host, direction, pollMinutes: Number(minutes) },
    ref: `refs/heads/${branchOf(ref)}`,
    previewExternalBranches: previews,
    ...(folder !== '' && { repoProjectDirectory: folder }),
    // Programs may have set them; of another place they would be wrong.
    ...(isSamePlace && sync.repoTreeURL && { repoTreeURL: sync.repoTreeURL }),
    ...(sync?.repoCommitURL && sync.url === url && { repoCommitURL: sync.repoCommitURL }),
  }
}
