import sheets from 'virtual:named-icons'
import { useQuery } from '@tanstack/react-query'
import { Icon } from './icon.tsx'

/** Draws an icon by the name that pages give it, such as `rocket`, once it is loaded; nothing for an unknown name. */
export function NamedIcon({ name, className }: { name: string; className?: string | undefined }) {
  const key = keyOf(name)
  const letter = key.charAt(0).toLowerCase()
  const { data: sheet } = useQuery({
    queryKey: ['icons', letter],
    queryFn: async () => (await sheets[letter]?.())?.default ?? {},
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const drawing = sheet && Object.hasOwn(sheet, key) ? sheet[key] : undefined
  return drawing && <Icon icon={{ icon: drawing }} className={className} />
}

/** Returns the name under which the icons are exported, without its prefix, as sites derive it. */
const keyOf = (name: string) =>
  /^[a-z\d]+(?:-[a-z\d]+)*$/.test(name)
    ? name.replace(/(?:^|-)([a-z\d])/g, (_, sign: string) => sign.toUpperCase())
    : ''
