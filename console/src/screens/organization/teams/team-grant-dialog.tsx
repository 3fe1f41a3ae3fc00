import type { Collection, Space, Team } from '@quire/contracts'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Button } from '../../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx'
import { Choice } from '../../../parts/field.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useWordsOf } from '../../../words/words.ts'
import { levelOptions, roleOf } from '../frame/roles.ts'
import { grantsOf } from '../sharing/sharing-queries.ts'

interface TeamGrantDialogProps {
  team: Team
  workspace: { spaces: Space[]; collections: Collection[] } | undefined
  /** What the team has a level on already. */
  without: readonly string[]
  onDone: () => Promise<void>
  onClose: () => void
}

/** Gives a team a level on a space or collection. */
export function TeamGrantDialog({ team, workspace, without, onDone, onClose }: TeamGrantDialogProps) {
  const words = useWordsOf('organization')
  const { collections = [], spaces = [] } = workspace ?? {}
  const options = [...collections, ...spaces]
    .filter(({ id }) => !without.includes(id))
    .map(({ id, object, title }) => [`${object}/${id}`, `${words[object]}: ${title || words.untitled}`] as const)
  const { form, change, clear } = useFormDraft(`team-grant/${team.id}`, { chosen: '', level: 'read' })
  const { level } = form
  // The team may have got what was chosen meanwhile, or it is deleted.
  const chosen = options.some(([key]) => key === form.chosen) ? form.chosen : (options[0]?.[0] ?? '')
  const give = useMutation({
    mutationFn() {
      const [kind, id = ''] = chosen.split('/')
      return grantsOf({ kind: kind === 'space' ? 'space' : 'collection', id }).setTeam(team.id, roleOf(level))
    },
    onSuccess() {
      clear()
      return onDone()
    },
  })
  const discard = () => {
    clear()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    give.mutate()
  }
  return (
    <Dialog open onClose={onClose} title={words.giveAccess} description={words.giveAccessHint(team.title)}>
      <form onSubmit={submit} style={{ display: 'contents' }}>
        <Choice
          label={words.spaceOrCollection}
          value={chosen}
          options={options}
          onChange={({ target }) => change({ chosen: target.value })}
          autoFocus
        />
        <Choice
          label={words.level}
          hint={words.levelHints[level as keyof typeof words.levelHints]}
          value={level}
          options={levelOptions(words)}
          onChange={({ target }) => change({ level: target.value })}
        />
        {give.error && <Notice>{refusalText(give.error, words)}</Notice>}
        <DialogButtons>
          <Button onClick={discard}>{words.cancel}</Button>
          <Button kind="primary" type="submit" busy={give.isPending} disabled={chosen === ''}>
            {words.giveAccess}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
