import type { Collection, Space, Team } from '@quire/contracts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx'
import { Choice } from '../../../parts/field.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
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
  const [chosen, setChosen] = useState(options[0]?.[0] ?? '')
  const [level, setLevel] = useState('read')
  const give = useMutation({
    mutationFn() {
      const [kind, id = ''] = chosen.split('/')
      return grantsOf({ kind: kind === 'space' ? 'space' : 'collection', id }).setTeam(team.id, roleOf(level))
    },
    onSuccess: onDone,
  })
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
          onChange={({ target }) => setChosen(target.value)}
          autoFocus
        />
        <Choice
          label={words.level}
          hint={words.levelHints[level as keyof typeof words.levelHints]}
          value={level}
          options={levelOptions(words)}
          onChange={({ target }) => setLevel(target.value)}
        />
        {give.error && <Notice>{refusalText(give.error, words)}</Notice>}
        <DialogButtons>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" busy={give.isPending} disabled={chosen === ''}>
            {words.giveAccess}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
