" Checks the records of a repository with :make, and puts what is wrong into the list of errors. Copy it to ~/.vim/plugin/.
augroup riverpost
  autocmd!
  autocmd BufRead,BufNewFile */games/*.yaml,*/matches/*.yaml
        \ setlocal makeprg=riverpost\ verify errorformat=%f:%l:%c:\ %m
augroup END
