import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { workspaceQuery } from '../../../api/queries.ts'
import { Button } from '../../../parts/button.tsx'
import { Field, Switch } from '../../../parts/field.tsx'
import { refusalAt, refusalBeside } from '../../../parts/refusals.ts'
import { Screen } from '../../../parts/screen.tsx'
import { Notice } from '../../../parts/states.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useWordsOf } from '../../../words/words.ts'
import { useOrganization } from '../frame/use-organization.ts'
import { ChooseFiles } from './choose-files.tsx'
import { ChooseTarget } from './choose-target.tsx'
import { startProblem } from './import-problems.ts'
import styles from './imports.module.css'
import { importsKey } from './imports-queries.ts'
import { noImport, sourceKinds, useImport, type WantedImport } from './use-import.ts'

const maxTitle = 50

/** Returns the title of a space that a file becomes: its name without the ending. */
const titleOf = (file: string) => file.replace(/\.\w+$/, '').slice(0, maxTitle)

/** The fields of a request that the screen shows a refusal at. */
const fieldsOf = { file: [], website: ['source'], git: ['url', 'ref', 'repoProjectDirectory'] }

/**
 * The wizard of an import: where from, where to, and how far the upload is. The address may name the space to import into, and
 * say what else is chosen at first.
 */
export function NewImport() {
  const words = useWordsOf('imports')
  const organization = useOrganization()
  const organizationId = organization.id
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data: workspace } = useSuspenseQuery(workspaceQuery(organizationId))
  const spaces = workspace.spaces.filter(({ permissions }) => permissions.edit)
  // A new space, where the person may create one: nothing that is live changes by oversight.
  const {
    space: given,
    website,
    reviews = false,
  } = useSearch({ from: '/signed-in/frame/o/$organizationId/administration/imports/new' })
  const named = spaces.find(({ id }) => id === given)?.id
  const initial = {
    ...noImport,
    ...(website && { kind: 'website' as const, website }),
    reviews,
    space: named ?? (organization.permissions.createContent ? '' : (spaces[0]?.id ?? '')),
  }
  const draft = named ? `import/${organizationId}/${named}` : `import/${organizationId}`
  const { form: stored, change: store, clearSent } = useFormDraft(draft, initial)
  // The address may have credentials, which are stored nowhere.
  const [git, setGit] = useState('')
  // The space of an earlier draft may be deleted by now.
  const isThere = stored.space === '' || spaces.some(({ id }) => id === stored.space)
  const [files, setFiles] = useState<File[]>([])
  // A suggested title follows the files until somebody types one, and is not stored: another import begins with other files.
  const [suggested, suggest] = useState('')
  const title = stored.title || suggested
  const wanted = { ...stored, git, title, space: isThere ? stored.space : initial.space }
  const change = ({ git: address, ...rest }: Partial<WantedImport>) => {
    if (rest.title !== undefined) suggest('')
    if (address !== undefined) setGit(address)
    else store(rest)
  }
  const { start, sent, cancel } = useImport(organizationId, async (importRunId, sent) => {
    await queries.invalidateQueries(workspaceQuery(organizationId))
    await queries.invalidateQueries({ queryKey: importsKey(organizationId) })
    if (importRunId)
      await navigate({ to: '/o/$organizationId/imports/$importRunId', params: { organizationId, importRunId } })
    else await navigate({ to: '/o/$organizationId/imports', params: { organizationId } })
    // Last, because the form shows what it sent until another screen is there.
    clearSent(sent)
  })
  const choose = (chosen: File[]) => {
    setFiles(chosen)
    const [first] = chosen
    suggest(first ? titleOf(first.name) : '')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start.mutate({ wanted, files })
  }
  const beside =
    start.error?.name === 'AbortError'
      ? undefined
      : (startProblem(start.error?.message ?? '', words) ?? refusalBeside(start.error, fieldsOf[wanted.kind], words))
  const empty = wanted.kind === 'file' ? files.find(({ size }) => size === 0) : undefined
  const isReady = wanted.kind !== 'file' || (files.length > 0 && !empty)
  return (
    <Screen title={words.newImport}>
      <form className={styles.form} onSubmit={submit}>
        <fieldset className={styles.step}>
          <legend>{words.whereFrom}</legend>
          <div className={styles.options}>
            {sourceKinds.map((kind) => (
              <label key={kind} className={styles.option}>
                <input type="radio" name="source" checked={wanted.kind === kind} onChange={() => change({ kind })} />
                <strong>{words.sources[kind]}</strong>
                <small>{words.sourceHints[kind]}</small>
              </label>
            ))}
          </div>
          {wanted.kind === 'file' && <ChooseFiles files={files} onChange={choose} />}
          {wanted.kind === 'website' && (
            <Field
              label={words.websiteAddress}
              type="url"
              placeholder="https://example.com/docs/"
              error={refusalAt(start.error, 'source', words)}
              value={wanted.website}
              required
              onChange={({ target }) => change({ website: target.value })}
            />
          )}
          {wanted.kind === 'git' && (
            <>
              <Field
                label={words.gitAddress}
                hint={words.gitAddressHint}
                placeholder="https://github.com/acme/docs.git"
                error={refusalAt(start.error, 'url', words)}
                value={wanted.git}
                required
                onChange={({ target }) => change({ git: target.value })}
              />
              <Field
                label={words.gitRef}
                error={refusalAt(start.error, 'ref', words)}
                value={wanted.ref}
                required
                onChange={({ target }) => change({ ref: target.value })}
              />
              <Field
                label={words.gitFolder}
                hint={words.gitFolderHint}
                error={refusalAt(start.error, 'repoProjectDirectory', words)}
                value={wanted.folder}
                onChange={({ target }) => change({ folder: target.value })}
              />
            </>
          )}
        </fieldset>
        <ChooseTarget
          wanted={wanted}
          change={change}
          spaces={spaces}
          mayCreate={organization.permissions.createContent}
        />
        {wanted.kind !== 'git' && (
          <Switch
            label={words.skipUnused}
            hint={words.skipUnusedHint}
            isOn={wanted.skipsUnused}
            onChange={(skipsUnused) => change({ skipsUnused })}
          />
        )}
        {empty && <Notice>{words.emptyFile(empty.name)}</Notice>}
        {beside && <Notice>{beside}</Notice>}
        {start.isPending && wanted.kind === 'file' && (
          <div className={styles.progress}>
            <p role="status">{words.uploading(Math.round(100 * sent))}</p>
            <progress
              className={styles.bar}
              value={sent}
              max={1}
              aria-label={words.uploading(Math.round(100 * sent))}
            />
          </div>
        )}
        <div className={styles.state}>
          <Button kind="primary" type="submit" busy={start.isPending} disabled={!isReady}>
            {words.startImport}
          </Button>
          {start.isPending && <Button onClick={cancel}>{words.cancel}</Button>}
        </div>
      </form>
    </Screen>
  )
}
