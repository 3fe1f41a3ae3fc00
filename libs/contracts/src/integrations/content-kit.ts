import { z } from 'zod'

/*
 * Elements that an integration renders (docs/interface.md#rendering-by-integrations), as the published schema has them.
 * Fields that are not known here are dropped, and addresses that could run a script are refused.
 */

const PlainObject = z.record(z.string(), z.unknown())
const Text = z.string()
const isSafe = (url: string) => /^(?:https?:|mailto:)/i.test(url)
const SafeUrl = z.string().refine(isSafe, 'must be an http, https or mailto address')

/** An action; the fields beside its name are for the component that handles it. */
export const ContentKitAction = z
  .looseObject({ action: z.string().max(200) })
  .refine(
    ({ action, url }) => action !== '@ui.url.open' || (typeof url === 'string' && isSafe(url)),
    'must have a url that is an http, https or mailto address',
  )
  .meta({ id: 'ContentKitAction' })

const Icon = z.enum([
  ...(['close', 'edit', 'github', 'gitlab', 'maximize', 'email', 'settings', 'search', 'delete', 'star'] as const),
  ...(['warning', 'link', 'link-external', 'eye', 'eye-off', 'lock', 'check', 'check-circle'] as const),
])
const Binding = z.object({ $state: Text })
const bound = z.union([Binding, Text])
const Confirm = z
  .object({
    title: z.string().max(100),
    text: z.string().max(300),
    confirm: z.string().max(30),
    style: z.enum(['primary', 'danger']).optional(),
  })
  .meta({ id: 'ContentKitConfirm' })
const Button = z
  .object({
    type: z.literal('button'),
    style: z.enum(['primary', 'secondary', 'danger']).optional(),
    onPress: ContentKitAction,
    icon: Icon.optional(),
    trailingIcon: Icon.optional(),
    label: Text.optional(),
    tooltip: Text.optional(),
    confirm: Confirm.optional(),
    disabled: z.boolean().optional(),
  })
  .meta({ id: 'ContentKitButton' })
const buttons = z.array(Button).optional()
const input = { state: Text, disabled: z.boolean().optional() }

const TextInput = z
  .object({
    type: z.literal('textinput'),
    ...input,
    initialValue: Text.optional(),
    placeholder: Text.optional(),
    multiline: z.boolean().optional(),
    inputType: z.enum(['text', 'password', 'email']).optional(),
  })
  .meta({ id: 'ContentKitTextInput' })
const KitUrl = z.object({ host: Text, pathname: Text, query: z.record(z.string(), bound).optional() })
const anyUrl = z.union([SafeUrl, KitUrl])
const Image = z
  .object({ type: z.literal('image'), source: z.object({ url: SafeUrl }), aspectRatio: z.number() })
  .meta({ id: 'ContentKitImage' })
const Link = z
  .object({
    type: z.literal('link'),
    target: z.object({ url: anyUrl }),
    children: z.union([Text, z.array(Text)]),
  })
  .meta({ id: 'ContentKitLink' })
const TextElement = z
  .object({
    type: z.literal('text'),
    style: z.enum(['bold', 'italic', 'code', 'strikethrough']).optional(),
    get children(): z.ZodType {
      return z.union([Text, z.array(z.union([Text, z.discriminatedUnion('type', [TextElement, Link])]))])
    },
  })
  .meta({ id: 'ContentKitText' })
const Inline = z.discriminatedUnion('type', [TextElement, Image, Link])
const Divider = z
  .object({ type: z.literal('divider'), size: z.enum(['small', 'medium', 'large']).optional() })
  .meta({ id: 'ContentKitDivider' })
const Markdown = z.object({ type: z.literal('markdown'), content: bound }).meta({ id: 'ContentKitMarkdown' })
const WebFrame = z
  .object({
    type: z.literal('webframe'),
    source: z.object({ url: SafeUrl }),
    aspectRatio: z.number().optional(),
    buttons,
    data: z.record(z.string(), bound).optional(),
  })
  .meta({ id: 'ContentKitWebFrame' })
const Select = z
  .object({
    type: z.literal('select'),
    ...input,
    initialValue: z.union([Text, z.array(Text)]).optional(),
    onValueChange: ContentKitAction.optional(),
    placeholder: Text.optional(),
    multiple: z.boolean().optional(),
    acceptInput: z.boolean().optional(),
    options: z.union([
      z.object({ source: z.literal('openapi') }),
      z.array(z.object({ id: Text, label: Text, icon: z.union([Icon, Image]).optional() })),
      z.object({ url: anyUrl }),
    ]),
  })
  .meta({ id: 'ContentKitSelect' })
const Switch = z
  .object({
    type: z.literal('switch'),
    ...input,
    initialValue: z.boolean().optional(),
    onValueChange: ContentKitAction.optional(),
    confirm: Confirm.optional(),
  })
  .meta({ id: 'ContentKitSwitch' })
const value = z.union([Text, z.number()])
const Radio = z
  .object({ type: z.literal('radio'), ...input, value, confirm: Confirm.optional() })
  .meta({ id: 'ContentKitRadio' })
const Checkbox = z
  .object({ type: z.literal('checkbox'), state: Text, value, confirm: Confirm.optional() })
  .meta({ id: 'ContentKitCheckbox' })
const Hint = z.object({ type: z.literal('hint'), children: z.array(Inline) }).meta({ id: 'ContentKitHint' })

/**
 * Elements that contain each other are read lazily. The type chooses one schema: trying all would take time that grows
 * with each level.
 */
const Descendant: z.ZodType = z
  .lazy(() =>
    z.discriminatedUnion('type', [
      ...([Button, TextInput, Divider, WebFrame, Markdown, Image, Select, Switch, Radio, Checkbox] as const),
      ...([Hint, Link, TextElement, CodeBlock, Stack, Box, Card, InputField, Step] as const),
    ]),
  )
  .meta({ id: 'ContentKitDescendantElement' })
const children = z.array(Descendant)
const CodeBlock = z
  .object({
    type: z.literal('codeblock'),
    content: bound,
    syntax: Text.optional(),
    lineNumbers: z.union([z.boolean(), z.number()]).optional(),
    buttons,
    state: Text.optional(),
    onContentChange: ContentKitAction.optional(),
    header: children.optional(),
    footer: children.optional(),
  })
  .meta({ id: 'ContentKitCodeBlock' })
const Stack = z
  .object({
    type: z.enum(['hstack', 'vstack']),
    align: z.enum(['start', 'center', 'end']).optional(),
    children,
  })
  .meta({ id: 'ContentKitStack' })
const Box = z.object({ type: z.literal('box'), grow: z.number().optional(), children }).meta({ id: 'ContentKitBox' })
const Card = z
  .object({
    type: z.literal('card'),
    title: Text.optional(),
    hint: z.union([Text, z.array(Inline)]).optional(),
    icon: z.union([Icon, Image]).optional(),
    onPress: ContentKitAction.optional(),
    children: children.optional(),
    buttons,
  })
  .meta({ id: 'ContentKitCard' })
const InputField = z
  .object({
    type: z.literal('input'),
    label: Text,
    hint: z.union([Text, Inline]).optional(),
    element: z.discriminatedUnion('type', [TextInput, Select, Switch, Radio, Checkbox, Button, CodeBlock]),
  })
  .meta({ id: 'ContentKitInput' })
const Step = z
  .object({
    type: z.literal('step'),
    id: Text,
    title: z.string().max(50).optional(),
    next: z.boolean().optional(),
    children: children.min(1),
  })
  .meta({ id: 'ContentKitStepperStep' })

const Control = z
  .object({
    icon: Icon.optional(),
    label: Text,
    onPress: ContentKitAction,
    confirm: Confirm.optional(),
  })
  .meta({ id: 'ContentKitBlockControl' })
const Block = z
  .object({
    type: z.literal('block'),
    children,
    controls: z.array(z.union([Control, z.array(Control)])).optional(),
  })
  .meta({ id: 'ContentKitBlock' })
const Modal = z
  .object({
    type: z.literal('modal'),
    title: Text.optional(),
    subtitle: z.array(Inline).optional(),
    size: z.enum(['medium', 'xlarge', 'fullscreen']).optional(),
    returnValue: PlainObject.optional(),
    children,
    submit: Button.optional(),
  })
  .meta({ id: 'ContentKitModal' })
const Stepper = z
  .object({
    type: z.literal('stepper'),
    activeStep: Text,
    onStepChange: ContentKitAction,
    onComplete: ContentKitAction,
    children: z.array(Step).min(1),
  })
  .meta({ id: 'ContentKitStepper' })
const Configuration = z
  .object({
    type: z.literal('configuration'),
    children: z.union([z.array(Stepper).length(1), children.min(1)]),
  })
  .meta({ id: 'ContentKitConfiguration' })

/** The answer of an integration that renders a component: an element, or the end of the component. */
export const ContentKitRenderOutput = z
  .union([
    z.object({
      type: z.literal('element').optional(),
      element: z.discriminatedUnion('type', [Block, Modal, Configuration]),
      state: PlainObject,
      props: PlainObject,
    }),
    z.object({ type: z.literal('complete'), returnValue: PlainObject.optional() }),
  ])
  .meta({ id: 'ContentKitRenderOutput' })
export type ContentKitRenderOutput = z.infer<typeof ContentKitRenderOutput>
