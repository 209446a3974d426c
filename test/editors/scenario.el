;; The steps of a person in Emacs; what is seen goes to standard output as one JSON object. Without a screen there is no
;; command loop and no idle time, so their work is called here.
(require 'json)

(defun shown ()
  (flymake-start)
  (mapconcat #'identity (sort (mapcar #'flymake-diagnostic-text (flymake-diagnostics)) #'string<) "\n"))

(defun shown-once (matches)
  (let ((until (+ (float-time) 20)))
    (while (and (not (string-match-p matches (shown))) (< (float-time) until))
      (accept-process-output nil 0.02)))
  (shown))

(defun opened (file)
  (find-file file)
  (run-hooks 'post-command-hook))

(defun replaced (from to)
  (goto-char (point-min))
  (search-forward from)
  (replace-match to t t)
  (eglot--signal-textDocument/didChange))

(let (seen)
  (push (cons 'modes (mapcar (lambda (name) (assoc-default name auto-mode-alist #'string-match))
                             '("/a/x.targeting.json" "/a/x.targeting.test.json" "/a/targeting.config.json"
                               "/a/targeting.users.json")))
        seen)
  (opened "other.json")
  (push (cons 'other major-mode) seen)
  (opened "checkout.targeting.json")
  (push (cons 'opened (shown-once "disabled")) seen)
  (replaced "disabeld" "comment")
  (push (cons 'typed (shown-once "non-string-value")) seen)
  ;; The person takes the first offer.
  (cl-letf (((symbol-function 'completing-read) (lambda (_prompt choices &rest _) (caar choices))))
    (goto-char (point-min))
    (search-forward "\"true\"")
    (eglot-code-actions (match-beginning 0) (match-end 0) "quickfix" t))
  (push (cons 'fixed (buffer-string)) seen)
  (replaced "1" "\"b\"")
  (push (cons 'clean (shown-once "\\`\\'")) seen)
  (replaced "\"b\"" "\"b\",\"content\":{}")
  (replaced "\"b\"" "\"b\", \"\"")
  (backward-char)
  (push (cons 'completed (vconcat (all-completions "" (nth 2 (eglot-completion-at-point))))) seen)
  (set-buffer-modified-p nil)
  (princ (json-encode (nreverse seen))))
