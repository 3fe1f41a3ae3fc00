import { faFaceSmile } from '@fortawesome/free-regular-svg-icons'
import type { Comment, CommentReply } from '@quire/contracts'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../api/queries.ts'
import { IconButton } from '../../parts/button.tsx'
import { emojiOf } from '../../parts/emoji.ts'
import { Menu, MenuItem } from '../../parts/menu.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './comments.module.css'
import type { ReactionChange } from './comments-queries.ts'

/** The emojis that are offered, by their codes, the first of them without the menu. Others, of programs, are shown too. */
const offered = ['1f44d', '2764-fe0f', '1f389', '1f604', '1f440', '1f914', '1f680', '1f44e'] as const

interface ReactionsProps {
  /** The comment or reply. */
  to: Pick<Comment | CommentReply, 'reactions' | 'postedBy'>
  react: (change: ReactionChange) => void
}

/** The reactions to a comment or reply, each of which one adds or takes back by a click, and a menu of others. */
export function Reactions({ to: { reactions, postedBy }, react }: ReactionsProps) {
  const words = useWordsOf('reading')
  const { data: me } = useQuery(meQuery)
  const isMine = (emoji: string) =>
    reactions.some((one) => one.emoji === emoji && one.users.some(({ user }) => user.id === me?.id))
  const toggle = (emoji: string) => react(isMine(emoji) ? { removedReactions: [emoji] } : { addedReactions: [emoji] })
  const counts = new Map([[offered[0] as string, 0], ...reactions.map(({ emoji, count }) => [emoji, count] as const)])
  return (
    <div className={styles.reactions}>
      {[...counts].map(([emoji, count]) => (
        <button
          key={emoji}
          type="button"
          className={styles.reaction}
          aria-pressed={isMine(emoji)}
          aria-label={words.reactWith(emojiOf(emoji), count)}
          onClick={() => toggle(emoji)}
        >
          <span aria-hidden="true">
            {emojiOf(emoji)} {count > 0 && count}
          </span>
        </button>
      ))}
      <Menu trigger={<IconButton icon={faFaceSmile} label={words.react(postedBy.displayName)} />}>
        {offered.map((emoji) => (
          <MenuItem key={emoji} onSelect={() => toggle(emoji)}>
            <span aria-hidden="true">{emojiOf(emoji)}</span> {words.reactions[emoji]}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}
