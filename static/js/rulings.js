// A ruling is printed with everything unfolded; its link goes to the phone's own way of sending, else into the clipboard.
document.documentElement.classList.add("has-js");
document.querySelector("[data-print]")?.addEventListener("click", () => print());
addEventListener("beforeprint", () => { for (const fold of document.querySelectorAll("#ruling details")) fold.open = true; });

const send = document.querySelector("[data-share]");
send?.addEventListener("click", async () => {
  const url = send.dataset.share;
  if (navigator.share) {
    try { await navigator.share({ title: document.title, url }); } catch (error) { if (error.name !== "AbortError") throw error; }
    return;
  }
  // Plain http has no clipboard: the address is chosen instead, ready to be copied.
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(url);
    send.textContent = send.dataset.copied;
  } else {
    getSelection().selectAllChildren(document.getElementById("address"));
    document.getElementById("share").scrollIntoView();
  }
});
