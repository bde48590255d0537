// The part of PayPal's browser script that a shop uses, for a rehearsal: a button
// that opens the approval page in a window of its own.
;(() => {
  const origin = '{{origin}}'

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

  const run = async (options, popup) => {
    const id = await options.createOrder({ paymentSource: 'paypal' }, {})
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
      await options.onApprove({ orderID: id, paymentSource: 'paypal' }, actions)
      if (!again) return popup.close()
    }
  }

  window.paypal = {
    FUNDING: { PAYPAL: 'paypal' },
    Buttons: (options) => {
      const button = document.createElement('button')
      let busy = false
      button.type = 'button'
      button.className = 'paypal-rehearsal'
      button.textContent = 'PayPal (PROBE)'
      button.addEventListener('click', async () => {
        if (busy) return
        let refused = false
        const actions = { resolve: () => {}, reject: () => (refused = true) }
        await options.onClick?.({ fundingSource: 'paypal' }, actions)
        if (refused) return
        const popup = window.open('about:blank', 'paypal-rehearsal', 'width=480,height=640')
        busy = true
        try {
          await run(options, popup)
        } catch (error) {
          popup?.close()
          options.onError?.(error)
        } finally {
          busy = false
        }
      })
      return {
        isEligible: () => true,
        render: async (target) => {
          const place = typeof target === 'string' ? document.querySelector(target) : target
          place.append(button)
          options.onInit?.({}, { enable: () => (button.disabled = false), disable: () => (button.disabled = true) })
        },
        close: async () => button.remove(),
        updateProps: async (props) => Object.assign(options, props),
      }
    },
  }
})()
