import { Choice, Field, Switch } from '../../../parts/field.tsx'
import { type LanguageCode, languages } from '../../../words/languages.ts'
import { useWordsOf } from '../../../words/words.ts'
import { ColourPair } from './colour-pair.tsx'
import { FooterGroups } from './footer-groups.tsx'
import { HeaderLinks } from './header-links.tsx'
import { LooksGroup } from './looks-group.tsx'
import { PicturePair } from './picture-pair.tsx'
import { Group, NamedChoice, type SettingsProps } from './setting-fields.tsx'
import { SocialPicture } from './social-picture.tsx'

/** Stands for the colours of a header that has none of its own yet. */
const plainHeader = {
  backgroundColor: { light: '#ffffff', dark: '#1d1d1d' },
  linkColor: { light: '#1d1d1d', dark: '#ffffff' },
}

/** The settings of a site, in groups; each change is in `change` at once. */
export function CustomizationForm({ settings, change, isOfSpace }: SettingsProps) {
  const words = useWordsOf('customization')
  const { header, footer, announcement } = settings
  return (
    <>
      <Group title={words.groups.brand} isOpen>
        <Field
          label={words.siteTitle}
          hint={words.siteTitleHint}
          value={settings.title ?? ''}
          maxLength={128}
          onChange={({ target }) => change({ title: target.value === '' ? undefined : target.value })}
        />
        <PicturePair
          label={words.logo}
          value={header.logo}
          onChange={(logo) => change({ header: { ...header, logo } })}
        />
        <PicturePair
          label={words.favicon}
          value={settings.favicon.icon}
          onChange={(icon) => change({ favicon: icon ? { icon } : {} })}
        />
        <SocialPicture
          value={settings.socialPreview.url}
          onChange={(url) => change({ socialPreview: url ? { url } : {} })}
        />
        <ColourPair
          label={words.primaryColour}
          value={settings.styling.primaryColor}
          onChange={(primaryColor) => change({ styling: { ...settings.styling, primaryColor } })}
        />
      </Group>
      <LooksGroup settings={settings} change={change} isOfSpace={isOfSpace} />
      <Group title={words.groups.header}>
        <NamedChoice
          label={words.headerLook}
          value={header.preset}
          names={words.headerLooks}
          onChange={(preset) => change({ header: { ...header, preset } })}
        />
        {header.preset === 'custom' &&
          (['backgroundColor', 'linkColor'] as const).map((name) => (
            <ColourPair
              key={name}
              label={words.headerColours[name]}
              value={header[name] ?? plainHeader[name]}
              onChange={(colour) => change({ header: { ...header, [name]: colour } })}
            />
          ))}
        <NamedChoice
          label={words.search}
          hint={words.searchHint}
          value={settings.styling.search}
          names={words.searches}
          onChange={(search) => change({ styling: { ...settings.styling, search } })}
        />
        <HeaderLinks links={header.links} onChange={(links) => change({ header: { ...header, links } })} />
      </Group>
      <Group title={words.groups.announcement}>
        <Field
          label={words.announcement}
          hint={words.announcementHint}
          value={announcement?.message ?? ''}
          maxLength={128}
          onChange={({ target }) =>
            change({
              announcement:
                target.value === ''
                  ? undefined
                  : { enabled: true, style: 'info', ...announcement, message: target.value },
            })
          }
        />
        {announcement && (
          <NamedChoice
            label={words.announcementLook}
            value={announcement.style}
            names={words.announcementLooks}
            onChange={(style) => change({ announcement: { ...announcement, style } })}
          />
        )}
      </Group>
      <Group title={words.groups.footer}>
        <FooterGroups groups={footer.groups} onChange={(groups) => change({ footer: { ...footer, groups } })} />
        <PicturePair
          label={words.footerLogo}
          value={footer.logo}
          onChange={(logo) => change({ footer: { ...footer, logo } })}
        />
        <Field
          label={words.copyright}
          value={footer.copyright ?? ''}
          maxLength={300}
          onChange={({ target }) =>
            change({ footer: { ...footer, copyright: target.value === '' ? undefined : target.value } })
          }
        />
        <Field
          label={words.privacy}
          type="url"
          value={settings.privacyPolicy.url ?? ''}
          onChange={({ target }) => change({ privacyPolicy: target.value === '' ? {} : { url: target.value } })}
        />
        <Switch
          label={words.trademark}
          isOn={settings.trademark.enabled}
          onChange={(enabled) => change({ trademark: { enabled } })}
        />
      </Group>
      <Group title={words.groups.pages}>
        <Choice
          label={words.locale}
          hint={words.localeHint}
          value={settings.internationalization.locale}
          options={languages}
          onChange={({ target }) => change({ internationalization: { locale: target.value as LanguageCode } })}
        />
        {!isOfSpace && (
          <NamedChoice
            label={words.assistant}
            value={settings.ai.mode}
            names={words.assistants}
            onChange={(mode) => change({ ai: { ...settings.ai, mode } })}
          />
        )}
        <NamedChoice
          label={words.externalLinks}
          value={settings.externalLinks.target}
          names={words.externalTargets}
          onChange={(target) => change({ externalLinks: { ...settings.externalLinks, target } })}
        />
        {switches
          .filter((name) => !isOfSpace || name !== 'insights')
          .map((name) => (
            <Switch
              key={name}
              label={words.switches[name]}
              isOn={settings[name].enabled}
              onChange={(enabled) => change({ [name]: { ...settings[name], enabled } })}
            />
          ))}
        <Switch
          label={words.editLink}
          isOn={settings.git.showEditLink}
          onChange={(showEditLink) => change({ git: { showEditLink } })}
        />
        <Switch
          label={words.author}
          isOn={settings.metadata.showAuthor}
          onChange={(showAuthor) => change({ metadata: { showAuthor } })}
        />
      </Group>
    </>
  )
}

const switches = ['pagination', 'feedback', 'pdf', 'insights'] as const
