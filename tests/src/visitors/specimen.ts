/** A page as people write one, with each block in the company that it usually has; `{file 0}` is a picture. */
export const specimen = `
The crank turns the wheel, and the wheel drives the [pump](https://example.com/pump). It needs **no current**, only _a steady hand_ and \`one\` drop of oil[^1].

{% hint style="info" %}
### Before you begin
Read the [safety notes](https://example.com/safety) and keep \`CRANK_SPEED\` below **60**.
{% endhint %}

{% hint style="success" %}
The pump is primed when the water runs clear.
{% endhint %}

{% hint style="warning" %}
Do not turn the crank backwards.
{% endhint %}

{% hint style="danger" %}
Keep your fingers out of the wheel.
{% endhint %}

## Install the pump

1. Unpack the parts:
   * the crank
   * the wheel, with its **four** bolts
2. Bolt the wheel to the wall.
3. Fill the chamber.

- [x] Crank mounted
- [ ] Spring oiled

> A pump that is turned daily never freezes.

{% code title="pump.ts" lineNumbers="true" %}
\`\`\`ts
// Turns the crank until the chamber is full.
export async function prime(pump: Pump, turns = 12): Promise<number> {
  for (let at = 0; at < turns; at++) await pump.turn({ speed: 'slow', at })
  return pump.level ?? 0
}
\`\`\`
{% endcode %}

{% tabs %}
{% tab title="macOS" %}
\`\`\`bash
brew install pump && pump --prime
\`\`\`
{% endtab %}
{% tab title="Linux" %}
Use the package of your distribution.
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
### Open the valve
Turn it a **quarter**.
{% endstep %}
{% step %}
### Wait
Until the gauge shows \`2 bar\`.
{% endstep %}
{% endstepper %}

| Part | Torque | Interval |
| --- | ---: | :---: |
| Crank | 12 Nm | [monthly](https://example.com/m) |
| Wheel, including its **four** bolts and the washers below them | 40 Nm | \`yearly\` |

<details>
<summary>Why is it so loud?</summary>

A dry spring squeaks. Oil it:

* one drop on **each** side
* wipe off the rest

</details>

{% columns %}
{% column %}
### Hand
Turns at any speed, and tires.
{% endcolumn %}
{% column %}
### Motor
Turns at one speed, for ever.
{% endcolumn %}
{% endcolumns %}

<figure><img src="/files/{file 0}" alt="A wheel"><figcaption><p>The wheel, seen from <strong>above</strong></p></figcaption></figure>

<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td><strong>Install</strong></td><td>Mount the <strong>crank</strong></td><td><a href="/files/{file 0}">cover</a></td></tr><tr><td><strong>Maintain</strong></td><td>Oil the spring</td><td></td></tr></tbody></table>

$$
f(n) = \\sum_{k=1}^{n} \\frac{1}{k^2}
$$

\`\`\`mermaid
flowchart LR
  Crank --> Wheel -->|drives| Pump
\`\`\`

{% file src="/files/{file 0}" %}
The drawing of the wheel
{% endfile %}

{% content-ref url="https://example.com/spare-parts" %}
[Spare parts](https://example.com/spare-parts)
{% endcontent-ref %}

{% embed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}

<a href="https://example.com/shop" class="button primary">Order parts</a> <a href="https://example.com/help" class="button secondary">Get help</a>

#### Changes

{% updates format="full" %}
{% update date="2026-02-03" tags="pump" %}
## A quieter spring
It has **two** more turns.
{% endupdate %}
{% endupdates %}

[^1]: Any oil does.
`
