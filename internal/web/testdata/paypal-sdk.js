// Stands in for PayPal's script in tests: its button calls the page as PayPal's
// does, and the test plays the buyer through window.stub.
(() => {
  const script = document.currentScript;
  const nonce = script.dataset.cspNonce;
  const stub = { src: script.src, ids: [], restarts: 0, ended: 0 };
  const asked = new URL(script.src).searchParams;
  const sources = { pay: "paypal" };
  if (asked.get("enable-funding") === "paylater") sources["pay-later"] = "paylater";
  let options;
  const click = async (source) => {
    let go = true;
    const actions = { resolve: () => {}, reject: () => (go = false) };
    await options.onClick({ fundingSource: source }, actions);
    if (!go) return;
    try {
      const id = await options.createOrder({ paymentSource: source }, {});
      stub.ids.push(id);
    } catch (error) {
      options.onError(new Error(String(error)));
    }
  };
  stub.approve = async () => {
    const actions = { restart: () => stub.restarts++ };
    const id = stub.ids.at(-1);
    const approval = { orderID: id, payerID: "QYR5Z8XDVJNXQ" };
    await options.onApprove(approval, actions);
    stub.ended++;
  };
  stub.cancel = () => options.onCancel({ orderID: stub.ids.at(-1) });
  window.stub = stub;
  const message = document.querySelector("[data-pp-message]");
  if (message && asked.get("components").split(",").includes("messages")) {
    const say = () => (message.textContent = `paylater ${message.dataset.ppAmount}`);
    new MutationObserver(say).observe(message, { attributeFilter: ["data-pp-amount"] });
    say();
  }
  window.paypal = {
    Buttons: (given) => {
      options = given;
      return {
        isEligible: () => true,
        render: async (place) => {
          const style = document.createElement("style");
          style.nonce = nonce;
          style.textContent = "#pay { background: rgb(255, 196, 57); color: rgb(0, 0, 0) }";
          document.head.append(style);
          for (const [id, source] of Object.entries(sources)) {
            const button = document.createElement("button");
            button.type = "button";
            button.id = id;
            button.textContent = source;
            button.addEventListener("click", () => click(source));
            place.append(button);
          }
        },
      };
    },
  };
})();
