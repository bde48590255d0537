// The part of PayPal's browser script that a shop uses, for a rehearsal: a button
// that opens the approval page in a window of its own.
;(() => {
  const origin = '{{origin}}'
  const asked = new URL(document.currentScript.src).searchParams
  const names = { paypal: 'PayPal (PROBE)' }
  if (asked.get('enable-funding') === 'paylater') names.paylater = 'Später bezahlen (PROBE)'
  const message = document.querySelector('[data-pp-message]')
  if (message) message.textContent = 'PayPal: heute bestellen, später bezahlen (PROBE)'

  // approve shows the page for an order and resolves to what the buyer chose there.
  const approve = (popup, id) =>
    new Promise((resolve) => {
      const end = (outcome) => {
        window.removeEventListener('message', hear)
        window.clearInterval(watch)
        resolve(outcome)
      }
      const hear = (event) => {
        if (event.origin === origin && event.data?.paypalRehearsal === id) end(event.data.outcome)
      }
      const watch = window.setInterval(() => {
        if (popup.closed) end('cancel')
      }, 500)
      window.addEventListener('message', hear)
      popup.location.href = `${origin}/checkoutnow?popup=1&token=${encodeURIComponent(id)}`
    })

  const run = async (options, source, popup) => {
    const id = await options.createOrder({ paymentSource: source }, {})
    for (;;) {
      const outcome = await approve(popup, id)
      if (outcome !== 'approve') {
        popup.close()
        return options.onCancel?.({ orderID: id })
      }
      let again = false
      const actions = {
        restart: () => {
          again = true
        },
        redirect: (url) => window.location.assign(url),
      }
      await options.onApprove({ orderID: id, paymentSource: source }, actions)
      if (!again) return popup.close()
    }
  }

  window.paypal = {
    FUNDING: { PAYPAL: 'paypal', PAYLATER: 'paylater' },
    Buttons: (options) => {
      let busy = false
      const press = async (source) => {
        if (busy) return
        let refused = false
        const actions = { resolve: () => {}, reject: () => (refused = true) }
        await options.onClick?.({ fundingSource: source }, actions)
        if (refused) return
        const popup = window.open('about:blank', 'paypal-rehearsal', 'width=480,height=640')
        busy = true
        try {
          await run(options, source, popup)
        } catch (error) {
          popup?.close()
          options.onError?.(error)
        } finally {
          busy = false
        }
      }
      const buttons = Object.entries(names).map(([source, name]) => {
        const button = document.createElement('button')
        button.type = 'button'
        button.className = 'paypal-rehearsal'
        button.textContent = name
        button.addEventListener('click', () => press(source))
        return button
      })
      const able = (is) => {
        for (const button of buttons) button.disabled = !is
      }
      return {
        isEligible: () => true,
        render: async (target) => {
          const place = typeof target === 'string' ? document.querySelector(target) : target
          place.append(...buttons)
          options.onInit?.({}, { enable: () => able(true), disable: () => able(false) })
        },
        close: async () => {
          for (const button of buttons) button.remove()
        },
        updateProps: async (props) => Object.assign(options, props),
      }
    },
  }
})()
